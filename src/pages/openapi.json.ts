import type { APIRoute } from 'astro';
import { documentText } from '../domain/document-text.ts';
import { openApi } from './_openapi.ts';

export const GET: APIRoute = async () => new Response(documentText(await openApi()));
