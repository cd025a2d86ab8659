import { ImportTool } from '#ui/resource/import-tool.tsx'
import type { Resource, ResourceCalls } from '#ui/resource/resource.ts'
import type { ResourceWords } from '#ui/resource/resource-words.ts'

type Props<Row extends object> = { resource: Pick<Resource<Row, ResourceCalls<Row>>, 'calls' | 'importUpdates'>; words: ResourceWords }

/** The import of a resource whose declaration has one: the columns are the fields of its form. */
export function ResourceImportTool<Row extends object>({ resource: { calls, importUpdates }, words }: Props<Row>) {
  const { importTemplate, importData, create } = calls
  if (!importTemplate || !importData || !create) return null
  return (
    <ImportTool
      title={words.own('title')}
      endpoints={{ importTemplate, importData }}
      heads={Object.fromEntries(Object.keys(create.request.shape).map((name) => [name, words.field(name)]))}
      canUpdate={importUpdates}
      listPath={calls.list.path}
    />
  )
}
