import { generate } from 'selfsigned';
import { sharedFile } from './servers.ts';

/** Paths of the PEM files of a certificate and its key. */
export interface Certificate {
  /** Content of the certificate in PEM format. */
  readonly text: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** Writes a self-signed certificate for a host name and IP addresses to a folder. */
export async function certificateOf(
  folder: string,
  name: string,
  addresses: readonly string[] = [],
): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [{ type: 2, value: name }, ...addresses.map((ip) => ({ type: 7 as const, ip }))],
      },
    ],
  });
  return {
    text: cert,
    certFile: sharedFile(folder, `${name}.crt`, cert),
    keyFile: sharedFile(folder, `${name}.key`, key),
  };
}

/** Returns a server's URL with another scheme, the host name `localhost`, and no user. */
export const withName = (url: string, scheme: string): string =>
  url.replace(/^\w+:\/\/(\w+@)?127\.0\.0\.1/, `${scheme}://localhost`);

/** Returns arguments that make NATS require TLS. */
export const natsTls = ({ certFile, keyFile }: Certificate): string[] => [
  ...['--tls', '--tlscert', certFile, '--tlskey', keyFile],
];
