import type { APIRoute } from 'astro';
import { pythonVerifierSha256 } from '../site/python-verifier.ts';

export const GET: APIRoute = () => new Response(`${pythonVerifierSha256()}  verify.py\n`);
