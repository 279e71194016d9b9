import type { Endpoint } from '../http/answer.ts';

/** An endpoint with the parameters of the requested address. */
export interface FoundEndpoint {
  readonly endpoint: Endpoint;
  /** The address with its parameters in brackets, for the log. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The text of a segment. Escapes that are not UTF-8 stay as they are, for the schema of the parameter to refuse. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * Finds the endpoint of an address among the files of `pages/` that answer for themselves, by the rules of Astro's router that these
 * files use: a segment in brackets is a parameter, and a plain segment takes precedence over a parameter.
 * @param files the modules by file path, relative to the folder of the pages, without extension.
 */
export const endpointFinder = (files: Readonly<Record<string, Endpoint>>) => {
  const plain = new Map<string, FoundEndpoint>();
  const open: { readonly segments: readonly string[]; readonly route: string; readonly endpoint: Endpoint }[] = [];
  for (const [file, endpoint] of Object.entries(files)) {
    const route = `/${file.replace(/(^|\/)index$/, '')}`.replace(/\/$/, '');
    if (route.includes('[')) open.push({ segments: route.split('/'), route, endpoint });
    else plain.set(route, { endpoint, route, params: {} });
  }
  return (path: string): FoundEndpoint | undefined => {
    // Clients of other protocols may add a slash to an address that they were given.
    const known = plain.get(path.startsWith('/api/') ? path : path.replace(/\/$/, ''));
    if (known || !path.startsWith('/api/')) return known;
    const segments = path.split('/');
    for (const { segments: pattern, route, endpoint } of open) {
      if (pattern.length !== segments.length) continue;
      const params: Record<string, string> = {};
      const matches = pattern.every((part, at) => {
        if (!part.startsWith('[')) return part === segments[at];
        const value = decoded(segments[at]!);
        if (value === '') return false;
        params[part.slice(1, -1)] = value;
        return true;
      });
      if (matches) return { endpoint, route, params };
    }
    return undefined;
  };
};
