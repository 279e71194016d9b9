import { z } from 'zod';
import { documentFiles, type DocumentInstance } from '../../http/document.ts';
import { type Badge, drawBadge } from './badge.ts';

/** The badges at an address with one parameter: the value of the parameter, and how each is made. */
export const badgeRoute = (
  {
    id,
    tag,
    summary,
    description,
    parameters,
  }: Required<Pick<DocumentInstance, 'id' | 'tag' | 'summary' | 'description' | 'parameters'>>,
  badges: () => readonly (readonly [value: string, badge: () => Badge | Promise<Badge>])[],
) => {
  const [parameter] = Object.keys(parameters);
  return documentFiles(
    [{ id, tag, summary, description, parameters, schema: z.string(), mediaType: 'image/svg+xml', params: {} }],
    () =>
      Promise.resolve(
        badges().map(([value, make]) => ({
          params: { [parameter!]: value },
          content: async () => drawBadge(await make()),
        })),
      ),
  );
};
