import type { AnyResource as Declared } from '@nightflow/schemas/shared/resource'
import { iconOf } from '#ui/icons.ts'
import type { AnyResource, DeclaredField, Resource, ResourceCalls, Row } from '#ui/resource/resource.ts'

/** Columns that a list hides until they are chosen, unless the declaration names its own. */
const usuallyHidden = ['remark', 'createBy', 'updateBy', 'updateTime']

/**
 * The screen of a resource, from its declaration. `own` is what the declaration cannot say: choices, cells, commands, details. Rows are of
 * the resource's own type there; the screen itself works with every resource.
 */
export const resourceOf = <Calls extends ResourceCalls>(
  declared: Declared,
  calls: Calls,
  own: Partial<Resource<Calls>> = {},
): AnyResource => {
  const columns = declared.screen?.columns ?? columnsOf(declared)
  const moreColumns = declared.screen?.moreColumns ?? usuallyHidden.filter((name) => name in declared.row.shape && !columns.includes(name))
  const title = declared.screen?.title ?? columns[0]!
  const form = declared.screen?.form ?? Object.keys(declared.form.shape)
  return {
    calls,
    texts: declared.texts,
    name: declared.name,
    icon: iconOf(declared.menu?.icon ?? 'list'),
    title: (row: Row) => String(row[title]),
    columns,
    moreColumns,
    unsortable: Object.keys(declared.fields).filter((name) => declared.fields[name]?.isUnsortable),
    useFields: () => form.map((name) => fieldOf(declared, name)),
    filters: declared.screen?.filters ?? Object.keys(declared.fields).filter((name) => declared.fields[name]?.filter !== undefined),
    ...(own as Partial<AnyResource>),
  }
}

/** A field of the form with the place that the declaration gives it. */
const fieldOf = ({ fields }: Declared, name: string): DeclaredField => {
  const { isHalf, lines } = fields[name] ?? {}
  return { name, ...(isHalf && { isHalf }), ...(lines !== undefined && { lines }) }
}

/** All that a list shows in the order of the fields; the time of creation comes last. */
const columnsOf = ({ id, fields, row }: Declared): string[] => {
  const shown = Object.keys(row.shape).filter((name) => name !== id && !usuallyHidden.includes(name) && !fields[name]?.isLong)
  return [...shown.filter((name) => name !== 'createTime'), ...('createTime' in row.shape ? ['createTime'] : [])]
}
