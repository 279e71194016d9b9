import type { APIRoute, GetStaticPaths } from 'astro';
import { documentText } from '../../domain/json/document-text.ts';
import { schemaPath } from '../../domain/vocabulary/service.ts';
import { type JsonSchema, publishedSchemas } from '../../http/json-schemas.ts';
import { listOperations } from '../../site/catalogue.ts';

export const getStaticPaths: GetStaticPaths = async () => {
  // A schema is published once its module is loaded.
  await listOperations();
  const schemas = publishedSchemas((id) => import.meta.env.SITE + schemaPath(id));
  return [...schemas].map(([id, schema]) => ({ params: { id }, props: { schema } }));
};

export const GET: APIRoute<{ schema: JsonSchema }> = ({ props }) => new Response(documentText(props.schema));
