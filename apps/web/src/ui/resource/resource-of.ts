import { confirmedAmount } from '@nightflow/schemas/shared/confirmed-amount'
import { fieldsOf, type Name } from '@nightflow/schemas/shared/object-of'
import type { AnyResource, ScreenFacts } from '@nightflow/schemas/shared/resource'
import type { z } from 'zod'
import { iconOf } from '#ui/icons.ts'
import type { DeclaredField, ListCalls, Resource, ResourceCalls } from '#ui/resource/resource.ts'

/** Columns that a list hides until they are chosen, unless the declaration names its own. */
const usuallyHidden: readonly string[] = ['remark', 'createBy', 'updateBy', 'updateTime']

/** Facts of a form beside the declaration, such as choices among rows. Called like a hook. */
type FormFacts<Row> = {
  useChoices?: (row: Row | undefined) => { readonly [field: string]: Partial<DeclaredField> }
  /** Fields of a new row alone that the declared form does not have; they follow the first field. */
  newFields?: readonly DeclaredField[]
}

/** A declaration whose rows are known. */
export type Declared<Row extends object> = Omit<AnyResource, 'row' | 'screen'> & {
  row: z.ZodObject & z.ZodType<Row>
  screen?: ScreenFacts<Name<Row>, string, string>
}

/**
 * The screen of a resource, from its declaration. `own` is what the declaration cannot say: choices, cells, commands, details. Rows are of
 * the resource's own type in all of it.
 */
export const resourceOf = <Row extends object, Calls extends ResourceCalls<Row> = ListCalls<Row>>(
  declared: Declared<Row>,
  calls: Calls,
  { useChoices = noChoices, newFields = [], ...own }: Partial<Resource<Row, Calls>> & FormFacts<Row> = {},
): Resource<Row, Calls> => {
  const names = fieldsOf<Row>(declared.row)
  const columns = declared.screen?.columns ?? columnsOf(declared, names)
  const moreColumns = declared.screen?.moreColumns ?? names.filter((name) => usuallyHidden.includes(name) && !columns.includes(name))
  const title = declared.screen?.title ?? columns[0]!
  const form = declared.screen?.form ?? Object.keys(declared.form.shape).filter((name) => !(name in confirmedAmount))
  return {
    calls,
    texts: declared.texts,
    name: declared.name,
    icon: iconOf(declared.menu?.icon ?? 'list'),
    title: (row) => String(row[title]),
    columns,
    moreColumns,
    ...(declared.screen?.spans && { spans: declared.screen.spans }),
    ...(declared.screen?.onPhone && { onPhone: declared.screen.onPhone }),
    setOnce: names.filter((name) => declared.fields[name]?.isSetOnce && name in declared.form.shape),
    unsortable: names.filter((name) => declared.fields[name]?.isUnsortable),
    useFields: (row) => {
      const choices = useChoices(row)
      const [first, ...others] = form
        .filter((name) => !(row && declared.fields[name]?.isSetOnce))
        .map((name) => ({ ...fieldOf(declared, name), ...choices[name] }))
      return [...(first ? [first] : []), ...(row ? [] : newFields), ...others]
    },
    filters: declared.screen?.filters ?? Object.keys(declared.fields).filter((name) => declared.fields[name]?.filter !== undefined),
    ...own,
  }
}

/** A list of which `calls` has the schema of a row, and `own` the rest that differs from it. */
type OwnOfList<Row extends object> = Partial<Resource<Row>> & Pick<Resource<Row>, 'calls' | 'texts' | 'name' | 'icon'>

/**
 * The screen of a list that no resource declares, such as a report: rows are what the schema of its calls says. Columns, filters and the title of
 * a row derive from it unless `own` has them; the list's call names the columns that it sorts by.
 */
export const listOf = <Row extends object>(own: OwnOfList<Row>): Resource<Row> => {
  const { calls } = own
  const columns = own.columns ?? fieldsOf<Row>(calls.row).filter((field) => field !== calls.id && !usuallyHidden.includes(field))
  return { title: (row) => String(row[columns[0]!] ?? ''), filters: Object.keys(calls.filter), ...own, columns }
}

const noChoices = () => ({})

/** A field of the form with the place that the declaration gives it. */
const fieldOf = ({ fields }: Pick<AnyResource, 'fields'>, name: string): DeclaredField => {
  const { isHalf, lines, placeholder } = fields[name] ?? {}
  return {
    name,
    ...(name === 'accountNo' && { isAccount: true }),
    ...(isHalf && { isHalf }),
    ...(lines !== undefined && { lines }),
    ...(placeholder && { placeholder }),
  }
}

/** All that a list shows in the order of the fields; the time of creation comes last. */
const columnsOf = <Row extends object>({ id, fields }: Declared<Row>, names: readonly Name<Row>[]): Name<Row>[] => {
  const shown = names.filter((name) => name !== id && !usuallyHidden.includes(name) && !fields[name]?.isLong)
  return [...shown.filter((name) => name !== 'createTime'), ...shown.filter((name) => name === 'createTime')]
}
