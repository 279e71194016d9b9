/** An answer as a user sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The body as JSON. Fails the test when it is not. */
  readonly json: Record<string, unknown>;
}

/** Sends a request and reads the whole answer, without following redirects. */
export const call = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const bytes = await response.bytes();
  const text = new TextDecoder().decode(bytes);
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    get json() {
      return JSON.parse(text) as Record<string, unknown>;
    },
  };
};

/** Posts a text as JSON. */
export const postText = (
  url: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => call(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

/** Posts a value as JSON. */
export const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  postText(url, JSON.stringify(body), headers);
