/** Where NATS is and who connects, as its client's options. */
export interface NatsAddress {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly tls?: Record<string, never>;
  /** Where replies arrive. */
  readonly inboxPrefix?: string;
}

/**
 * Reads the address of NATS, such as `nats://certs:secret@nats:4222`; several are separated by commas, `tls:` instead of `nats:`
 * insists on TLS. A user's replies arrive under `_INBOX.<user>`, so that the server can keep them from others.
 * @throws Error when it is not an address, without saying what it was
 */
export function natsAddress(text: string): NatsAddress {
  const urls = text.split(',').map((part) => {
    const url = URL.canParse(part) ? new URL(part) : null;
    if (!url?.host || !/^(nats|tls):$/.test(url.protocol)) {
      throw new Error('not an address like nats://user:password@host:4222');
    }
    return url;
  });
  const [first] = urls.filter(({ username }) => username);
  const user = decodeURIComponent(first?.username ?? '');
  return {
    servers: urls.map(({ host }) => host),
    ...(user && {
      user,
      pass: decodeURIComponent(first?.password ?? ''),
      inboxPrefix: `_INBOX.${user}`,
    }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  };
}
