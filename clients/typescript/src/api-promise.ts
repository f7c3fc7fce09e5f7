/** The data of a response, with what its headers say. */
export interface ApiResponse<Data> {
  readonly data: Data;
  /** Id of the request, for problem reports. */
  readonly requestId: string | null;
  /** `ETag` of the data. Null if the response has none. */
  readonly etag: string | null;
  /** Names of parameters that the API does not know and ignored. */
  readonly ignoredParameters: readonly string[];
}

/** A promise of the `data` of a response. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** Resolves to the data and what the headers say. */
  withResponse(): Promise<ApiResponse<Data>>;
}

export function apiPromise<Data>(response: Promise<ApiResponse<Data>>): ApiPromise<Data> {
  const promise = response.then(({ data }) => data);
  const withResponse = () => {
    // If the request fails, only the promise that the caller uses must report it.
    promise.catch(() => undefined);
    return response;
  };
  return Object.assign(promise, { withResponse });
}

export function apiResponse<Data>({ headers }: Response, data: Data): ApiResponse<Data> {
  const ignored = headers.get('x-ignored-parameters');
  return {
    data,
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    ignoredParameters: ignored
      ? ignored.split(',').map((name) => decodeURIComponent(name.trim()))
      : [],
  };
}
