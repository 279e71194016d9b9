type HandedOver = import('./http/answer.ts').RequestContext;

declare namespace App {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Astro wants an interface to merge with
  interface Locals extends HandedOver {}
}

/** Where a build puts the files that are served; undeclared outside a build. */
declare const BUILD_FOLDER: string;

interface ImportMetaEnv {
  /** The day of the build (UTC), as astro.config.mjs sets it. */
  readonly BUILD_DAY: string;
}

declare module 'virtual:astro:manifest' {
  /** What loads the parts of Astro's build that make pages on request. */
  export const manifest: {
    readonly middleware: () => Promise<unknown>;
    readonly pageMap: ReadonlyMap<string, () => Promise<unknown>>;
  };
}
