/** A request as the snippets send it. */
export interface SnippetRequest {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent as JSON; absent without a body. */
  readonly body?: unknown;
  /** The media type of the answer. */
  readonly accepts: string;
}

/** What the answer is read as: the methods of `Response` have these names. */
type Kind = 'json' | 'text' | 'bytes';

const kindOf = ({ accepts }: SnippetRequest): Kind => {
  if (/parquet|octet-stream/.test(accepts)) return 'bytes';
  return /\bjson\b/.test(accepts) ? 'json' : 'text';
};

const headersOf = ({ headers, body }: SnippetRequest): Record<string, string> => ({
  ...headers,
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
});

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);
const fileName = ({ url }: SnippetRequest): string => new URL(url).pathname.split('/').at(-1)!;

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command. */
const curl = (request: SnippetRequest): string => {
  const { method, url, body } = request;
  const fields = Object.entries(headersOf(request)).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  return [
    `curl ${method === 'GET' || body !== undefined ? '' : `-X ${method} `}${url}`,
    ...fields,
    ...(body === undefined ? [] : [`-d ${shellQuoted(JSON.stringify(body, null, 2))}`]),
    ...(kindOf(request) === 'bytes' ? [`-o ${fileName(request)}`] : []),
  ].join(' \\\n  ');
};

const scriptQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const asName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : scriptQuoted(name));

const scriptValue = (value: unknown): string => {
  if (typeof value === 'string') return scriptQuoted(value).replaceAll('\n', '\\n');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map(scriptValue)]
    : ['{', '}', Object.entries(value).map(([name, one]) => `${asName(name)}: ${scriptValue(one)}`)];
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `  ${indent(item, '  ')},\n`).join('')}${close}`;
};

/** A module of JavaScript, for Node and browsers. */
const javascript = (request: SnippetRequest): string => {
  const { method, url, body } = request;
  const fields = headersOf(request);
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(Object.keys(fields).length === 0 ? [] : [`  headers: ${indent(scriptValue(fields), '  ')},`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(scriptValue(body), '  ')}),`]),
  ];
  return [
    `const answer = await fetch(${scriptQuoted(url)}${options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`});`,
    `console.log(answer.status, await answer.${kindOf(request)}());`,
  ].join('\n');
};

const pythonValue = (value: unknown): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map(pythonValue)]
    : ['{', '}', Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one)}`)];
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `    ${indent(item, '    ')},\n`).join('')}${close}`;
};

const readInPython = {
  json: 'json.load(answer)',
  text: 'answer.read().decode()',
  bytes: 'len(answer.read())',
} as const;

/** A program of Python that uses only its standard library. */
const python = (request: SnippetRequest): string => {
  const { method, url, body } = request;
  const kind = kindOf(request);
  const fields = headersOf(request);
  const more = [
    ...(Object.keys(fields).length === 0 ? [] : [`headers=${pythonValue(fields)}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonValue(body)}).encode()`]),
    ...(method === 'GET' || body !== undefined ? [] : [`method="${method}"`]),
  ];
  const lines = [pythonValue(url), ...more].map((one) => `    ${indent(one, '    ')},\n`);
  return [
    ...(kind === 'json' || body !== undefined ? ['import json'] : []),
    ...(more.length === 0
      ? ['from urllib.request import urlopen', '', `with urlopen(${pythonValue(url)}) as answer:`]
      : [
          'from urllib.request import Request, urlopen',
          '',
          `request = Request(\n${lines.join('')})`,
          'with urlopen(request) as answer:',
        ]),
    `    print(answer.status, ${readInPython[kind]})`,
  ].join('\n');
};

/** The languages of the snippets, in the order in which they are offered. */
export const languages = [
  { id: 'curl', label: 'curl', write: curl },
  { id: 'javascript', label: 'JavaScript', write: javascript },
  { id: 'python', label: 'Python', write: python },
] as const;
