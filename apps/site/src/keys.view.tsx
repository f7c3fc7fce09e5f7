import type { VNode } from 'preact';
import type { Plan, SiteConfig } from './config.js';
import type { Page } from './page.js';
import { Scrolls } from './scrolls.view.js';

/** The operator's settings for the page about API keys. */
type KeySettings = Pick<SiteConfig, 'KEY_CONTACT_URL' | 'TERMS_URL' | 'PLANS'>;

/** Renders the page about API keys: plans, terms, contact, and how to run the software. */
export function keysPage(settings: KeySettings, apiUrl: string): Page {
  return {
    title: 'Get an API key',
    description:
      'Plans, limits and terms of the graded card data API, and how to run your own instance.',
    section: 'keys',
    canonical: '/keys',
    body: (
      <article class="prose">
        <h1>Get an API key</h1>
        <p>
          The API returns everything on this site as JSON: certs, populations, three years of
          history, search, sets, and a feed of changes. The{' '}
          <a href={`${apiUrl}/docs`}>reference and guides</a> are open to everyone; requests need a
          key.
        </p>
        <Plans plans={settings.PLANS} />
        <section aria-labelledby="request">
          <h2 id="request">Request a key</h2>
          <Contact {...settings} />
        </section>
        <section aria-labelledby="first">
          <h2 id="first">First request</h2>
          <Code
            label="Command of the first request"
            text={`curl -H "x-api-key: $KEY" "${apiUrl}/v1/cards/search/simple?query=charizard"`}
          />
        </section>
        <section aria-labelledby="own">
          <h2 id="own">Run your own instance</h2>
          <p>
            You can run the API and this site on your own machine, with the sample data or your own
            dataset. In the directory of the repository:
          </p>
          <Code
            label="Commands to run your own instance"
            text={
              'npm install && npm start\n\n# or in containers\nSAMPLE_DATA=true docker compose --profile demo up --build --detach --wait'
            }
          />
          <p>
            Both commands create a demo key. <code>npm start</code> prints it;{' '}
            <code>docker compose logs demo</code> shows it.
          </p>
        </section>
      </article>
    ),
  };
}

function Plans({ plans }: { plans: readonly Plan[] }): VNode {
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">Plans</h2>
      {plans.length === 0 ? (
        <p>The operator of this site has not published any plans.</p>
      ) : (
        <Scrolls label="Table of plans">
          <table class="list entries">
            <thead>
              <tr>
                <th scope="col">Plan</th>
                <th scope="col">Price</th>
                <th scope="col">Requests</th>
                <th scope="col">Rate</th>
                <th scope="col">Includes</th>
              </tr>
            </thead>
            <tbody>
              {plans.map(({ name, price, requests, rate, includes }) => (
                <tr>
                  <th scope="row">{name}</th>
                  <td>{price}</td>
                  <td>{requests}</td>
                  <td>{rate}</td>
                  <td>{includes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      <p>
        Requests beyond a limit get status 429 and are not counted. The headers of each response
        contain the remaining quota.
      </p>
    </section>
  );
}

function Contact({ KEY_CONTACT_URL: contact, TERMS_URL: terms }: KeySettings): VNode {
  return (
    <>
      {contact ? (
        <p>
          <a href={contact}>{contact.replace(/^mailto:/, '')}</a>
        </p>
      ) : (
        <p>
          The operator of this site has not published a contact for API keys. You can run the API
          yourself, as described below.
        </p>
      )}
      {terms && (
        <p>
          By using the API you accept its <a href={terms}>terms</a>.
        </p>
      )}
    </>
  );
}

function Code({ label, text }: { label: string; text: string }): VNode {
  return (
    <Scrolls label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </Scrolls>
  );
}
