import type { APIRoute } from 'astro';
import { documentText } from '../domain/json/document-text.ts';
import { openApi } from '../site/openapi.ts';

export const GET: APIRoute = async () => new Response(documentText(await openApi()));
