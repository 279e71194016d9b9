import type { Resource } from '../http/resource.ts';

/** A resource with what its address says. */
export interface FoundResource {
  readonly resource: Resource;
  /** The address with its parameters in brackets, for the log. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
}

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/**
 * Finds the resource of an address among the files of `pages/api/`, by the rules of Astro's router
 * that they use: a segment in brackets is a parameter, and a plain segment comes before a parameter.
 * @param files the modules by their file, relative to the folder of the pages, without its ending.
 */
export const resourceFinder = (files: Readonly<Record<string, Resource>>) => {
  const plain = new Map<string, FoundResource>();
  const open: { readonly segments: readonly string[]; readonly route: string; readonly resource: Resource }[] = [];
  for (const [file, resource] of Object.entries(files)) {
    const route = `/${file.replace(/(^|\/)index$/, '')}`.replace(/\/$/, '');
    if (route.includes('[')) open.push({ segments: route.split('/'), route, resource });
    else plain.set(route, { resource, route, params: {} });
  }
  return (path: string): FoundResource | undefined => {
    const known = plain.get(path);
    if (known || !path.startsWith('/api/')) return known;
    const segments = path.split('/');
    for (const { segments: pattern, route, resource } of open) {
      if (pattern.length !== segments.length) continue;
      const params: Record<string, string> = {};
      const matches = pattern.every((part, at) => {
        if (!part.startsWith('[')) return part === segments[at];
        const value = decoded(segments[at]!);
        if (value === undefined || value === '') return false;
        params[part.slice(1, -1)] = value;
        return true;
      });
      if (matches) return { resource, route, params };
    }
    return undefined;
  };
};
