import type { APIRoute } from 'astro';
import { buildSystemPicture } from '../../../components/graphics/system-picture.ts';
import { loadDocuments } from '../../../dataset-files/load.ts';
import type { MapRecord } from '../../../domain/datasets/accountability-map/record.ts';

export const getStaticPaths = () =>
  loadDocuments()['agent-accountability-map'].entries.map((record) => ({
    params: { id: record.id },
    props: { record },
  }));

export const GET: APIRoute<{ record: MapRecord }> = async ({ props }) =>
  new Response(await buildSystemPicture(props.record), { headers: { 'Content-Type': 'image/png' } });
