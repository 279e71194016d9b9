/** A request as a command sends it. */
export interface ShownRequest {
  readonly method: string;
  /** The whole address. What stands in braces is for the reader to fill in. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent as JSON; absent without a body. */
  readonly body?: unknown;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The curl command of a request, for a POSIX shell; a body of more than 8,000 characters is in a file. */
export const curlCommand = ({ method, url, headers = {}, body }: ShownRequest): string => {
  const text = JSON.stringify(body, null, 2) ?? '';
  const fields = { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  return [
    `curl ${method === 'GET' || body !== undefined ? '' : `-X ${method} `}${url.includes('{') ? quoted(url) : url}`,
    ...Object.entries(fields).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${text.length > 8_000 ? '@body.json' : quoted(text)}`]),
  ].join(' \\\n  ');
};
