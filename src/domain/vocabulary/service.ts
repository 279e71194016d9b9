/** The most bytes that the body of a request has (SPEC.md §2.14): 64 KiB. */
export const REQUEST_BYTES_MAX = 65_536;

/** How many values a JSON body may hold in all (SPEC.md §2.14): what is made of a body costs processor time for each. */
export const JSON_VALUES_MAX = 1_000;

/** How many bytes a document may have that is verified, on the page and on the command line (SPEC.md §11.9). */
export const VERIFIED_BYTES_MAX = 4 * 1024 * 1024;

/**
 * The neutral brand words. They are part of schema identifiers and addresses; a fork that
 * speaks for a named service changes them here and renames the page folders that contain them.
 */
export const brand = { service: 'service', adjudicator: 'adjudicator' } as const;

/** The preview pages, which are not indexed (SPEC.md §2.12), relative to the base address. */
export const previewPages = {
  evidencePack: `/${brand.adjudicator}-evidence-pack`,
  workOrderPack: `/${brand.adjudicator}-work-order-pack`,
  runner: `/${brand.adjudicator}-work-order-runner`,
  escrow: `/${brand.adjudicator}-agent-escrow-pr`,
  anchor: '/agent-acceptance-anchor',
} as const;

/** The day the public interface last changed (SPEC.md §2.16). */
export const INTERFACE_VERSION = '2026-11-28';

/**
 * The identifier of a published schema, for instance `service.status.v1`.
 * It is the `schema` member of the document and the name of its JSON Schema under /schemas/.
 */
export const schemaId = <Name extends string, Version extends number = 1>(
  name: Name,
  version: Version = 1 as Version,
): `service.${Name}.v${Version}` => `${brand.service}.${name}.v${version}`;

/** The name of the service, for people. */
export const SERVICE_NAME = 'Agent Accountability Service';

/** The same in names that programs give. */
export const SERVICE_SLUG = SERVICE_NAME.toLowerCase().replaceAll(' ', '-');

/** Address of a published schema, relative to the base address. */
export const schemaPath = (id: string): string => `/schemas/${id}.json`;

/** Where the specification is: its contents and its text, relative to the base address. */
export const specificationPaths = { page: '/specification', text: '/specification.md' } as const;

/** The anchor of a chapter or section; stable as long as its number is. */
export const sectionAnchor = (number: string): string => `section-${number.replaceAll('.', '-')}`;

/** Where a chapter, which has a page, or a section is, relative to the base address. */
export const sectionPath = (number: string): string => {
  const [chapter] = number.split('.', 1);
  return `${specificationPaths.page}/${chapter}${number === chapter ? '' : `#${sectionAnchor(number)}`}`;
};
