/**
 * Arrows only go down. Each rule is one sentence of ARCHITECTURE.md; `tests/architecture/import-rules.test.ts` plants a violation of
 * each and sees it found, because a checker that does not see our files is silent too.
 */
const { readdirSync } = require('node:fs')
const { join } = require('node:path')

/** A context begins as a folder of the schemas. */
const contexts = `(${readdirSync(join(__dirname, 'schemas/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map(({ name }) => name)
  .join('|')})`
const layers =
  '(schemas|domain|event-log|projections|platform|ingest|policies|apps/api|apps/card-bridge|apps/cli|apps/server|apps/simulator|apps/web|apps/worker)'
/** The folders of the platform: it is one context, divided by topic. */
const topics = '(gateways|jobs|messages|operations|payments|people|settings|sign-in|tenants)'
const forTests = '(\\.test\\.tsx?|\\.conformance\\.ts|/decider-specification\\.ts)$'

/** Folders that the rules below know. A folder that is missing here fails, so that none is added beside the rules. */
const folders = [
  `(schemas|domain|policies|apps/cli)/src/(${contexts}|shared)/`,
  `apps/worker/src/(${contexts}|pdf)/`,
  `projections/src/(${contexts}|joined|projector|storage|views)/`,
  `platform/src/(${topics}|rules|storage)/`,
  `apps/api/src/(${contexts}|http|joined|picture|resource|spreadsheet|threads)/`,
  `event-log/src/(eventstoredb|memory|postgres)/`,
  `ingest/src/(${contexts}|shared|frame-buffer|network-servers)/`,
  `apps/server/src/(demo|mains|metrics|outbox|requests|roles|traces|trials|vending)/`,
  `apps/web/src/(api|session|ui|shell|${contexts}|screens|palette|notices|development)/`,
  'apps/web/locales/',
  'tests/(architecture|crash|integration|journeys|response-times|scenarios|site|sql|support)/',
  // Composition and configuration files at the root of a package.
  `(${layers}|benchmarks|tests)/(src/)?[^/]+$`,
]
const outsideKnownFolders = `^(?!${folders.join('|')})(?!.*node_modules/)[a-z][^/]*/`

/** The web's folders in order; contexts and their composition come last. Each imports itself and those before it. */
const webOrder = ['api', 'session', 'ui', 'shell', `(${contexts}|screens|palette|notices|development)`]
const webImportsOnlyLower = (folder) => ({
  name: `web-${folder}-imports-only-lower-folders`,
  severity: 'error',
  from: { path: `^apps/web/src/${folder}/`, pathNot: forTests },
  to: { path: `^apps/web/src/(${webOrder.slice(webOrder.indexOf(folder) + 1).join('|')})/` },
})

/** The folders of projections in order: a context declares read models, `joined` asks several contexts, `views` runs, rebuilds and tends all of them. */
const projectionsOrder = ['storage/', 'projector/', `${contexts}/`, 'joined/', 'projections\\.ts$', 'views/']
const projectionsImportOnlyLower = (name, folder) => ({
  name: `projections-${name}-imports-only-lower-folders`,
  severity: 'error',
  from: { path: `^projections/src/${folder}`, pathNot: forTests },
  to: { path: `^projections/src/(${projectionsOrder.slice(projectionsOrder.indexOf(folder) + 1).join('|')})` },
})

/** Of our own packages, `layer` imports itself and those named. */
const importsOnly = (name, layer, ...named) => ({
  name,
  severity: 'error',
  from: { path: `^${layer}/`, pathNot: forTests },
  to: { path: `^(${[...ours].filter((other) => other !== layer && !named.includes(other)).join('|')})/` },
})
const ours = [
  'schemas',
  'domain',
  'event-log',
  'projections',
  'platform',
  'ingest',
  'policies',
  'apps/api',
  'apps/card-bridge',
  'apps/cli',
  'apps/server',
  'apps/simulator',
  'apps/web',
  'apps/worker',
]

/** Of other people's packages, `layer` imports only those named. */
const usesOnly = (name, layer, ...packages) => ({
  name,
  severity: 'error',
  from: { path: `^${layer}/`, pathNot: forTests },
  to: { path: '(^|/)node_modules/', pathNot: `(^|/)node_modules/(@types/)?(${packages.join('|')})/` },
})

/** A heavy library has one door: pages speak to our component, so that the library can be replaced or loaded late. */
const oneDoor = (name, library) => ({
  name,
  severity: 'error',
  from: { path: '^apps/web/', pathNot: '^apps/web/src/ui/' },
  to: { path: `(^|/)node_modules/${library}/` },
})

module.exports = {
  forbidden: [
    importsOnly('schemas-import-nothing-of-ours', 'schemas'),
    importsOnly('domain-imports-only-schemas', 'domain', 'schemas'),
    importsOnly('event-log-imports-only-schemas', 'event-log', 'schemas'),
    importsOnly('projections-import-no-faces', 'projections', 'schemas', 'domain', 'event-log'),
    importsOnly('platform-imports-no-read-model', 'platform', 'schemas', 'event-log'),
    importsOnly('ingest-imports-no-read-side', 'ingest', 'schemas', 'domain', 'event-log'),
    importsOnly('policies-import-no-face', 'policies', 'schemas', 'domain', 'event-log', 'projections', 'platform'),
    importsOnly('api-imports-no-other-app', 'apps/api', 'schemas', 'domain', 'event-log', 'projections', 'platform', 'ingest'),
    importsOnly('worker-imports-no-face', 'apps/worker', 'schemas', 'domain', 'event-log', 'projections', 'platform'),
    importsOnly('web-imports-only-schemas', 'apps/web', 'schemas'),
    importsOnly('simulator-imports-only-schemas', 'apps/simulator', 'schemas'),
    importsOnly('card-bridge-imports-only-schemas', 'apps/card-bridge', 'schemas'),
    importsOnly(
      'server-composes-all-but-web-and-cli',
      'apps/server',
      'schemas',
      'domain',
      'event-log',
      'projections',
      'platform',
      'ingest',
      'policies',
      'apps/api',
      'apps/simulator',
      'apps/worker',
    ),
    importsOnly(
      'cli-composes-all-but-web',
      'apps/cli',
      'schemas',
      'domain',
      'event-log',
      'projections',
      'platform',
      'ingest',
      'policies',
      'apps/api',
      'apps/server',
      'apps/simulator',
      'apps/worker',
    ),

    usesOnly('schemas-use-zod-and-facts-of-countries-alone', 'schemas', 'zod', 'libphonenumber-js', 'country-to-currency'),
    usesOnly('domain-uses-dates-and-xml-alone', 'domain', 'temporal-polyfill', 'temporal-spec', 'fast-xml-parser'),
    usesOnly('event-log-uses-database-clients-alone', 'event-log', 'pg', '@eventstore\\/db-client'),
    usesOnly('policies-use-pg-alone', 'policies', 'pg'),
    usesOnly('projections-use-pg-and-zod-alone', 'projections', 'pg', 'pg-copy-streams', 'zod'),
    usesOnly('platform-uses-kysely-and-pg-alone', 'platform', 'kysely', 'pg'),
    usesOnly('card-bridge-uses-websockets-alone', 'apps/card-bridge', 'ws'),
    usesOnly('worker-uses-pg-and-pdf-alone', 'apps/worker', 'pg', 'pdfkit', 'fontkit', 'qrcode', '@expo-google-fonts', 'pdfjs-dist'),
    {
      name: 'schemas-and-domain-are-pure',
      comment: 'No input or output, no clock, no chance: what they need comes in with the command.',
      severity: 'error',
      from: { path: '^(schemas|domain)/', pathNot: forTests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-runs-in-a-browser',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: forTests },
      to: { dependencyTypes: ['core'] },
    },
    oneDoor('uplot-has-one-door', 'uplot'),
    oneDoor('deck-gl-has-one-door', '@deck\\.gl'),

    {
      name: 'contexts-do-not-reach-sideways',
      comment: 'Contexts meet in policies, in SQL reads and in the composition files at the root of src.',
      severity: 'error',
      from: { path: `^${layers}/src/${contexts}/` },
      to: { path: `^$1/src/${contexts}/`, pathNot: '^$1/src/$2/' },
    },
    {
      name: 'shared-knows-no-context',
      severity: 'error',
      from: { path: `^${layers}/src/(shared|ui|http|pdf|picture|resource|spreadsheet|projector|storage)/`, pathNot: forTests },
      to: { path: `^$1/src/${contexts}/` },
    },
    {
      name: 'platform-rules-and-storage-know-no-topic',
      severity: 'error',
      from: { path: '^platform/src/(rules|storage)/', pathNot: forTests },
      to: { path: `^platform/src/(${topics}/|[^/]+$)` },
    },
    {
      name: 'platform-rules-are-without-sql',
      comment: 'Rules take values and return values. Hashing and random numbers come from node:crypto.',
      severity: 'error',
      from: { path: '^platform/src/rules/', pathNot: forTests },
      to: { path: '(^platform/src/storage/|^event-log/|(^|/)node_modules/(kysely|pg)/)' },
    },
    {
      name: 'api-contexts-do-not-import-joined',
      comment: 'A call that several contexts answer is above them.',
      severity: 'error',
      from: { path: `^apps/api/src/(${contexts}|http|picture|resource|spreadsheet|threads)/`, pathNot: forTests },
      to: { path: '^apps/api/src/joined/' },
    },
    webImportsOnlyLower('api'),
    webImportsOnlyLower('session'),
    webImportsOnlyLower('ui'),
    webImportsOnlyLower('shell'),
    projectionsImportOnlyLower('storage', 'storage/'),
    projectionsImportOnlyLower('projector', 'projector/'),
    projectionsImportOnlyLower('context', `${contexts}/`),
    projectionsImportOnlyLower('joined', 'joined/'),
    {
      name: 'every-importing-folder-is-known',
      severity: 'error',
      from: { path: outsideKnownFolders },
      to: {},
    },
    {
      name: 'every-imported-folder-is-known',
      severity: 'error',
      from: {},
      to: { path: outsideKnownFolders, dependencyTypesNot: ['core'] },
    },
    {
      name: 'every-folder-without-imports-is-known',
      severity: 'error',
      from: { orphan: true, path: outsideKnownFolders },
      to: {},
    },
    {
      name: 'no-imports-of-tests-or-benchmarks',
      severity: 'error',
      from: { pathNot: '^(tests/|benchmarks/|vitest\\.config\\.ts$)' },
      to: { path: '^(tests|benchmarks)/' },
    },
    {
      name: 'no-imports-of-test-files',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.tsx?$' },
    },
    {
      name: 'test-tools-stay-in-tests',
      comment:
        'The log in memory, the specification language and the test libraries never run in the product; a past alone is told in memory before it is stored.',
      severity: 'error',
      from: {
        path: `^${layers}/`,
        pathNot: `(${forTests}|^event-log/src/memory/|^event-log/src/postgres/append-past\\.ts$|^apps/server/src/demo/past/past\\.ts$)`,
      },
      to: {
        path: '((^|/)node_modules/(vitest|fast-check|playwright|@playwright)/|^event-log/src/memory/|\\.conformance\\.ts$|/decider-specification\\.ts$)',
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-import-is-found',
      comment: 'An import that the checker cannot follow is one that it does not check.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|\\.nightflow)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.d.ts'],
    },
  },
}
