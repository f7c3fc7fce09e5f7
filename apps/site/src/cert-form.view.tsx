import type { VNode } from 'preact';
import type { CertGuess } from './cert-guess.js';
import { GRADERS, graderName } from './format.js';

/** Renders the form that looks up a cert. @param cert the cert that was looked up before, if there is one */
export function CertForm({ cert }: { cert?: Partial<CertGuess> | undefined }): VNode {
  return (
    <form action="/cert" class="cert-form">
      <label>
        Grader
        <select name="grader">
          {GRADERS.map((grader) => (
            <option value={grader} selected={grader === cert?.grader}>
              {graderName(grader)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Cert number
        <input
          name="cert"
          value={cert?.cert}
          required
          maxLength={300}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <button type="submit">Look up</button>
    </form>
  );
}
