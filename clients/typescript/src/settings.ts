/** Returns the base URL without a trailing slash. @throws TypeError if it is not an HTTP URL */
export function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isHttp || url.search || url.hash) {
    throw new TypeError(`The base URL must be an http or https URL without a query: "${text}"`);
  }
  // Do not show the URL, because it contains a password.
  if (url.username || url.password)
    throw new TypeError('The base URL must not contain a password.');
  return text.replace(/\/+$/, '');
}

/** @throws TypeError, without the key in its message, if the key cannot be sent as a header */
export function checkedApiKey(key: string): string {
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  throw new TypeError('The API key must be a key as issued: printable characters without spaces.');
}
