import { z } from 'zod';
import { WebAddress } from '../vocabulary/text.ts';
import { findJson } from './judge-document.ts';

/** An endpoint that a document of the subject names, with its protocol. */
export interface OfferedEndpoint {
  readonly url: string;
  readonly protocol: 'mcp' | 'a2a';
}

const Services = z.looseObject({ services: z.array(z.unknown()) });
const Service = z.looseObject({ name: z.string(), endpoint: WebAddress });
const Remotes = z.looseObject({ server: z.looseObject({ remotes: z.array(z.unknown()) }) });
const Remote = z.looseObject({ type: z.literal('streamable-http'), url: WebAddress });

const protocols: Readonly<Record<string, OfferedEndpoint['protocol']>> = { MCP: 'mcp', A2A: 'a2a' };

/** The MCP servers and agent cards among the services of a registration file (ERC-8004). */
export const servicesOf = (bytes: Uint8Array): OfferedEndpoint[] =>
  (Services.safeParse(findJson(bytes)?.value).data?.services ?? []).flatMap((one) => {
    const service = Service.safeParse(one).data;
    const protocol = service && protocols[service.name.toUpperCase()];
    return service === undefined || protocol === undefined ? [] : [{ url: service.endpoint, protocol }];
  });

/** The servers over Streamable HTTP of an entry in the MCP registry. */
export const remotesOf = (bytes: Uint8Array): OfferedEndpoint[] =>
  (Remotes.safeParse(findJson(bytes)?.value).data?.server.remotes ?? []).flatMap((one) => {
    const remote = Remote.safeParse(one).data;
    return remote === undefined ? [] : [{ url: remote.url, protocol: 'mcp' as const }];
  });
