/**
 * What each part of the service may weigh, in lines of src (ts, astro and css). Every file counts in the first room that matches it.
 * A larger budget is a decision about scope: a commit that raises one says what the lines are for.
 */
export const roomBudgets: readonly { room: string; most: number; files: RegExp }[] = [
  {
    room: 'observe',
    most: 2_256,
    files:
      /^src\/(observing\/|domain\/observation\/|domain\/datasets\/observatory\/(contract-read|endpoint|run-rules|complete)|domain\/chains\/evm-abi|cli\/datasets-observe|config\/chain-nodes|chain\/agent-registry|dataset-files\/check-observations)/,
  },
  {
    room: 'reference and OpenAPI',
    most: 1_195,
    files:
      /^src\/(site\/(agent-protocols|openapi)|components\/api\/|pages\/(api-reference|openapi|schemas\/)|scripts\/reference-|styles\/reference|http\/(openapi|reference-paths|json-schemas|operation-tags))/,
  },
  { room: 'style sheets', most: 1_780, files: /^src\/styles\// },
  {
    room: 'preview pages',
    most: 1_773,
    files:
      /^src\/(components\/(adjudication|anchor)\/|pages\/(adjudicator-|agent-acceptance-anchor)|scripts\/(json-box|request-preview|shown-document|work-order)|site\/descriptors|layouts\/Preview)/,
  },
  {
    room: 'charts, badges, glyph, seal, pictures',
    most: 879,
    files:
      /^src\/(components\/(dataset\/charts\/|graphics\/|Mark|Seal\.astro|EmbedBadge)|pages\/(badge\/|charts\/)|scripts\/(seal|picture-png))/,
  },
  {
    room: 'dataset pages, lists and compare',
    most: 1_986,
    files: /^src\/(components\/dataset\/|pages\/(agent-accountability-map\/|\[dataset])|scripts\/dataset-)/,
  },
  { room: 'metrics', most: 94, files: /^src\/server\/metrics/ },
  { room: 'server, front, build hooks', most: 883, files: /^src\/(server\/|fetch\.ts)/ },
  {
    room: 'forms, versions, publish',
    most: 2_190,
    files:
      /^src\/(domain\/datasets\/forms\/|domain\/datasets\/record\/(columns|side-table)|dataset-files\/(change-files|load-published-files|published-versions)|cli\/datasets-publish|site\/(data-files|sign-built)|pages\/data\/|http\/data-links)/,
  },
  {
    room: 'reading and checking YAML',
    most: 950,
    files: /^src\/(dataset-files\/(?!registered-card)|cli\/datasets-check)/,
  },
  {
    room: 'keys, receipts, verification',
    most: 5_416,
    files:
      /^src\/(domain\/(keys|receipts|verification)\/|signing\/|cli\/(keys|receipts|verify|terminal)|components\/(receipt|SealedAnswers)|pages\/(receipts\/|verify|static\/(keys|operator-keys)|\.well-known\/jwks)|scripts\/(verify|break-it|document-checks|read-file|receipt-anchor)|site\/verifier-file|http\/hash-parameter|services\/keys)/,
  },
  {
    room: 'storage with transfer and migrations',
    most: 1_113,
    files: /^src\/(storage\/(?!anchor|intake|group-commit|idempotency)|cli\/store)/,
  },
  {
    room: 'a clone becomes an agent of its own',
    most: 566,
    files: /^src\/cli\/(agent|own-agent)/,
  },
  {
    room: 'agent, cards, discovery',
    most: 1_007,
    files:
      /^src\/(domain\/agent\/|dataset-files\/registered-card|site\/agent-card|pages\/(agent\.astro|\.well-known\/|llms|static\/(capabilities|status)|healthz|readyz|api\/snapshot|mcp\/))/,
  },
  {
    room: 'A2A, MCP, their queries',
    most: 1_203,
    files: /^src\/(http\/(a2a|mcp|queries)\/|http\/json-rpc|pages\/(_queries|a2a|mcp))/,
  },
  {
    room: 'home, design, spec, errors, common parts',
    most: 1_491,
    files:
      /^src\/(components\/home\/|components\/[A-Z]\w+\.astro|layouts\/|pages\/(index|specification|operations|run-your-own|status|errors|404|robots|sitemap)|scripts\/(find|copy|page-elements|patience)|site\/specification)/,
  },
  {
    room: 'adjudication',
    most: 2_377,
    files:
      /^src\/(domain\/adjudication\/|http\/exhibit|pages\/api\/adjudicator\/|pages\/static\/|services\/evidence|site\/examples)/,
  },
  {
    room: 'anchoring',
    most: 3_218,
    files:
      /^src\/(domain\/anchors\/|services\/anchoring\/|storage\/anchor|chain\/|cli\/anchor|pages\/api\/agent-acceptance)/,
  },
  { room: 'simulated chain node', most: 1_020, files: /^src\/(devnet\/|cli\/devnet)/ },
  {
    room: 'intake',
    most: 1_980,
    files:
      /^src\/(domain\/(accept-)?intake|storage\/(intake|group-commit|idempotency)|services\/(intake|retention)|components\/intake\/|http\/intake|pages\/(api\/)?intake|scripts\/request-figures|cli\/(inbox|decided))/,
  },
  {
    room: 'datasets',
    most: 3_257,
    files: /^src\/domain\/datasets\/(record|observatory|accountability-map|governance)\//,
  },
  {
    room: 'search',
    most: 613,
    files:
      /^src\/(domain\/datasets\/search\/|scripts\/load-search|pages\/(search|find)|http\/(search|held)\.ts|site\/(searched|written-pages))/,
  },
  { room: 'proposals', most: 761, files: /^src\/(proposing\/|cli\/datasets-(propose|watch))/ },
  { room: 'JSON, chains and vocabulary', most: 1_532, files: /^src\/domain\/(json|vocabulary|chains)\// },
  { room: 'HTTP answers', most: 1_283, files: /^src\/(http\/|services\/client-counter)/ },
  { room: 'configuration, app, commands', most: 881, files: /^src\// },
];

/** The room of a file: the first that matches it. */
export const roomOfFile = (file: string): string => roomBudgets.find(({ files }) => files.test(file))!.room;
