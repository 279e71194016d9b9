import { isJsonObject } from '../../domain/json/json-object.ts';

const nameAndVersion = (info: unknown): unknown =>
  isJsonObject(info) ? { name: info['name'], version: info['version'] } : info;

const withoutMembers = (value: unknown): unknown => (isJsonObject(value) ? {} : value);

const META = 'io.modelcontextprotocol/';

/** The members of `_meta` that the protocol reads, with what is left of each. */
const metaMembers: Readonly<Record<string, (value: unknown) => unknown>> = {
  progressToken: (value) => value,
  [`${META}protocolVersion`]: (value) => value,
  [`${META}clientInfo`]: nameAndVersion,
  [`${META}clientCapabilities`]: withoutMembers,
};

const briefMeta = (meta: unknown): unknown =>
  isJsonObject(meta)
    ? Object.fromEntries(
        Object.entries(metaMembers).flatMap(([name, brief]) =>
          Object.hasOwn(meta, name) ? [[name, brief(meta[name])]] : [],
        ),
      )
    : meta;

/**
 * A message without what a client says about itself beyond name and version: nothing here depends on it, and the SDK
 * would look at all of it, and tell every problem of it in one text.
 */
export const briefMessage = (value: unknown): unknown => {
  if (!isJsonObject(value) || !isJsonObject(value['params'])) return value;
  const { params } = value;
  const brief = '_meta' in params ? { ...params, _meta: briefMeta(params['_meta']) } : params;
  if (value['method'] !== 'initialize') return { ...value, params: brief };
  const { protocolVersion, capabilities, clientInfo } = params;
  return {
    ...value,
    params: { protocolVersion, capabilities: withoutMembers(capabilities), clientInfo: nameAndVersion(clientInfo) },
  };
};
