import type { VNode } from 'preact';
import { GRADERS, graderName } from './format.js';

export function CertForm(): VNode {
  return (
    <form action="/cert" class="cert-form">
      <label>
        Grader
        <select name="grader">
          {GRADERS.map((grader) => (
            <option value={grader}>{graderName(grader)}</option>
          ))}
        </select>
      </label>
      <label>
        Cert number
        <input name="cert" required maxLength={64} autocomplete="off" spellcheck={false} />
      </label>
      <button type="submit">Look up</button>
    </form>
  );
}
