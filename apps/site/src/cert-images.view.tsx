import type { CertImages } from '@gcd/client';
import type { VNode } from 'preact';
import type { Part } from './api.js';
import { ApiRequest } from './api-link.view.js';
import { codeOf } from './failure.js';
import { webAddress } from './format.js';
import type { Frame } from './page.js';

// Width and height that reserve space for an image of a graded card. The image itself keeps its aspect ratio.
const [WIDTH, HEIGHT] = [300, 500];

/**
 * Renders images from the configured origins. Other images are shown as links, because pages load nothing from other
 * hosts. Renders nothing if the site's API key lacks the permission for images.
 */
export function ImagesSection({
  images: { value, error },
  name,
  target,
  frame: { apiUrl, imageOrigins },
}: {
  images: Part<CertImages>;
  name: string;
  target: string;
  frame: Frame;
}): VNode | null {
  if (codeOf(error) === 'forbidden') return null;
  const sides = [
    ['Front', webAddress(value?.image_front)],
    ['Back', webAddress(value?.image_back)],
  ] as const;
  const links = sides.flatMap(([side, href]) => (href ? [{ side, url: new URL(href) }] : []));
  return (
    <section aria-labelledby="images">
      <h2 id="images">Images</h2>
      {links.length > 0 ? (
        <ul class="links">
          {links.map(({ side, url }) => (
            <li>
              <a href={url.href} rel="external noopener nofollow">
                {imageOrigins.includes(url.origin) && (
                  <img
                    src={url.href}
                    alt={`${side} of ${name}`}
                    width={WIDTH}
                    height={HEIGHT}
                    loading="lazy"
                    decoding="async"
                    referrerpolicy="no-referrer"
                  />
                )}
                {side}
              </a>{' '}
              <span class="quiet">{url.host}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p class="missing">{value ? 'There are no images of this cert.' : whyMissing(error)}</p>
      )}
      <ApiRequest apiUrl={apiUrl} operation="getCertImages" target={target} />
    </section>
  );
}

const whyMissing = (error: unknown): string =>
  codeOf(error) === 'processing'
    ? 'No images of this cert are available yet.'
    : 'The images are unavailable at the moment.';
