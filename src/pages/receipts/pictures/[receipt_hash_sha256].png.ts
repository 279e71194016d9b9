import type { APIRoute } from 'astro';
import { buildReceiptPicture } from '../../../components/receipt/draw-picture.ts';
import { loadReceipts } from '../../../dataset-files/load.ts';
import type { PublishedReceipt } from '../../../domain/receipts/published-receipt.ts';

export const getStaticPaths = () =>
  loadReceipts().map((published) => ({ params: { receipt_hash_sha256: published.hash }, props: { published } }));

export const GET: APIRoute<{ published: PublishedReceipt }> = async ({ props }) =>
  new Response(await buildReceiptPicture(props.published), { headers: { 'Content-Type': 'image/png' } });
