import type { VNode } from 'preact';
import type { Failure } from './failure.js';
import { CertForm } from './cert-form.view.js';
import type { CertGuess } from './cert-guess.js';
import type { Page } from './page.js';

/** The text in the search box, or the grader and number of a cert. */
export type Entered = { readonly query?: string } & Partial<CertGuess>;

/** Renders an error page. @param entered what the visitor searched for or looked up, which stays in the forms */
export function failurePage(
  { status, title, text, requestId }: Failure,
  { query = '', ...cert }: Entered = {},
): Page {
  return {
    title,
    query,
    isNoindex: true,
    body: (
      <section class="failure">
        <p class="eyebrow">{status}</p>
        <h1>{title}</h1>
        <p>{text}</p>
        {requestId && (
          <p class="quiet">
            Reference <code>{requestId}</code>
          </p>
        )}
        <p>
          <a href="/">Home</a> · <a href="/sets">All sets</a> · <a href="/movers">Movers</a>
        </p>
        {status < 500 && <CertForm cert={cert} />}
      </section>
    ),
  };
}

/** Renders `text` in place of a page section that cannot be shown. */
export function Missing({ text }: { text: string }): VNode {
  return <p class="missing">{text}</p>;
}
