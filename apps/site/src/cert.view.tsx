import type { AuthenticationRecord, Cert, CertImages } from '@gcd/client';
import type { VNode } from 'preact';
import type { Part } from './api.js';
import { cardPath } from './addresses.js';
import { ApiRequest } from './api-link.view.js';
import { CopyButton } from './card-entries.view.js';
import { ImagesSection } from './cert-images.view.js';
import { gradeOf, graderName, month, soldUrl, UNKNOWN, webAddress } from './format.js';
import type { Frame, Page } from './page.js';
import { Fact } from './page.view.js';
import { LABEL_HEIGHT, LABEL_WIDTH, labelText } from './slab-label.js';
import { Population, StandingSection } from './standing.view.js';

/** The API responses that a cert page is built from. */
export interface CertResponses {
  readonly cert: Cert;
  readonly images: Part<CertImages>;
}

export function certPage({ cert, images }: CertResponses, frame: Frame): Page {
  const { grader, grader_data: data } = cert;
  const title = cert.display_name ?? cert.description;
  const path = `/cert/${grader}/${encodeURIComponent(data.cert)}`;
  const own = `/v1/certs/${grader}/${encodeURIComponent(data.cert)}`;
  return {
    title: `${graderName(grader)} ${data.cert}, ${title}`,
    description: `${graderName(grader)} cert ${data.cert}: ${title}, grade ${data.grade_label ?? 'none'}. How many copies have the same grade or a higher one.`,
    canonical: path,
    image: `${path}/image.png`,
    body: (
      <article>
        <header class="label slab">
          <div>
            <p class="eyebrow">
              {graderName(grader)} cert {data.cert}
            </p>
            <h1>{title}</h1>
            {title !== cert.description && <p class="quiet">{cert.description}</p>}
            {cert.card_id && (
              <p class="onward">
                <a href={cardPath({ ...cert, card_id: cert.card_id, display_name: title })}>
                  All copies of this card
                </a>
              </p>
            )}
          </div>
          <a href={`${path}/label.svg`} aria-label="The label as an SVG file">
            <img
              src={`${path}/label.svg`}
              alt={labelText(cert)}
              width={LABEL_WIDTH / 2}
              height={LABEL_HEIGHT / 2}
            />
          </a>
          <Population cert={cert} />
        </header>
        <StandingSection cert={cert} />
        <section aria-labelledby="cert">
          <h2 id="cert">The cert</h2>
          <dl class="facts">
            <Fact label="Grade">{data.grade_label ?? UNKNOWN}</Fact>
            {data.has_auto_grade && (
              <Fact label="Autograph">{data.auto_grade_label ?? 'graded'}</Fact>
            )}
            {data.qualifier_type && <Fact label="Qualifier">{data.qualifier_type}</Fact>}
            {data.spec_id && <Fact label="Spec">{data.spec_id}</Fact>}
            {data.subgrades &&
              Object.entries(data.subgrades).map(([name, value]) => (
                <Fact label={name}>{value ?? UNKNOWN}</Fact>
              ))}
            <Fact label="Retrieved">{month(data.cert_retrieval_month)}</Fact>
            <Fact label={`At ${graderName(grader)}`}>
              <Outside
                links={[
                  [cert.source?.cert_url, 'this cert'],
                  [data.set_url, 'its set'],
                ]}
              />
            </Fact>
            <Fact label="Share">
              <a href={`${path}/image.png`}>picture</a>
              <CopyButton text={frame.siteUrl + path} label="Copy the link" />
            </Fact>
            {frame.soldListingsUrl && cert.display_name && (
              <Fact label="Sold listings">
                <Outside links={[[soldUrl(frame, `${title} ${gradeOf(cert)}`), 'search']]} />
              </Fact>
            )}
          </dl>
          <ApiRequest
            apiUrl={frame.apiUrl}
            operation="lookupCert"
            target={`${own}?include=source,parsed_description,population`}
          />
        </section>
        <ImagesSection
          images={images}
          name={`${graderName(grader)} ${data.cert}`}
          target={`${own}/images`}
          frame={frame}
        />
      </article>
    ),
  };
}

/** Renders the links whose address is known. */
function Outside({
  links,
}: {
  links: readonly (readonly [address: string | null | undefined, text: string])[];
}): VNode {
  const known = links.flatMap(([address, text]) => {
    const href = webAddress(address);
    return href ? [{ href, text }] : [];
  });
  if (known.length === 0) return <span class="none">{UNKNOWN}</span>;
  return (
    <>
      {known.map(({ href, text }, at) => (
        <>
          {at > 0 && ' · '}
          <a href={href} rel="external noopener nofollow">
            {text}
          </a>
        </>
      ))}
    </>
  );
}

/**
 * Renders the page of a signed item that was authenticated without a grade.
 * @param number the cert number as requested
 */
export function authenticationPage(
  number: string,
  item: AuthenticationRecord,
  apiUrl: string,
): Page {
  const others = item.other_subjects.join(', ');
  return {
    title: `PSA ${number}, ${item.description}`,
    description: `PSA authentication ${number}: ${item.description}, an authenticated signature without a grade.`,
    body: (
      <article>
        <header class="label slab">
          <div>
            <p class="eyebrow">PSA authentication {number}</p>
            <h1>{item.description}</h1>
            <p class="quiet">
              An authenticated signature. It has no grade and is not part of any population.
            </p>
          </div>
          <p class="grade-mark">{item.result}</p>
        </header>
        <section aria-labelledby="record">
          <h2 id="record">The record</h2>
          <dl class="facts">
            <Fact label="Signed by">{item.primary_subjects.join(', ') || UNKNOWN}</Fact>
            {others && <Fact label="With">{others}</Fact>}
            <Fact label="Retrieved">{month(item.cert_details_cached)}</Fact>
          </dl>
          <ApiRequest
            apiUrl={apiUrl}
            operation="lookupCert"
            target={`/v1/certs/psa/${encodeURIComponent(number)}?psa_dna=true`}
          />
        </section>
      </article>
    ),
  };
}
