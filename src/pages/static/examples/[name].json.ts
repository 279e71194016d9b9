import { checkedText } from '../../../domain/json/document-text.ts';
import { documentFiles } from '../../../http/document.ts';
import { examples } from '../../../site/examples.ts';

export const { GET, getStaticPaths } = documentFiles(
  Object.values(examples).map(({ id, name, schema }) => ({
    id,
    tag: 'Adjudication',
    summary: `${schema.meta()!.title!}: an example`,
    description: 'A made-up example with a fixed seed: the same hashes at every build. It is no proof of anything.',
    schema,
    params: { name },
  })),
  async () =>
    Object.values(examples).map((example) => ({
      params: { name: example.name },
      content: () =>
        checkedText({ ...example, summary: example.name }, example.build({ baseUrl: import.meta.env.SITE })),
    })),
);
