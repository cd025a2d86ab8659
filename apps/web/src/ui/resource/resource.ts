import type { Call, Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { ImportEndpoints } from '@nightflow/schemas/shared/import'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import type { Name } from '@nightflow/schemas/shared/object-of'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import type { ListSearch, SearchChange } from '#ui/table/list-search.ts'

/** Sums over all rows that the filter leaves. */
export type TotalsCall = Call<object, { rows: number; isTotalBounded: boolean; sums: Record<string, number> | null }>

/** A resource of the schemas, with as many of its calls as it has. */
export type ResourceCalls<Row extends object> = {
  id: Name<Row>
  row: z.ZodObject & z.ZodType<Row>
  filter: z.ZodRawShape
  /** The dictionary that a field's values are words of; other words are texts. */
  dictionaries?: Readonly<Record<string, string>>
  list: Endpoint
  create?: Endpoint
  change?: Endpoint
  remove?: Endpoint
  exportRows?: Endpoint
  totals?: TotalsCall | undefined
  importTemplate?: ImportEndpoints['importTemplate']
  importData?: ImportEndpoints['importData']
  /** Commands on rows whose changes are events; their buttons and dialogs derive from them. */
  commands?: readonly NamedCommand<Row>[]
}

/** The calls of a list that is shown page by page. */
export type ListCalls<Row extends object> = ResourceCalls<Row> & {
  list: Call<object, { rows: Row[]; total: number; isTotalBounded?: boolean | undefined }>
}

/** The calls of rows that form a tree: the list is all of them. */
export type TreeCalls<Row extends object> = ResourceCalls<Row> & { list: Call<object, Row[]>; treeselect: Call<object, TreeNode[]> }

/** Declared facts of a field of the form; its label and hint are texts, the rest is the schema's. */
export type DeclaredField = Omit<FieldChoice, 'label' | 'description'>

/** A value of a field, with what people call it. */
export type Choice = { value: string; label: string }

/** Something else that is done with one row, in a dialog of its own; absent for who may not. */
export type RowCommand<Row> = {
  name: string
  icon: ComponentType<IconProps>
  permission: Permission
  isOffered?: (row: Row) => boolean
  Dialog: ComponentType<{ row: Row; onClose: () => void }>
}

/** The effect of a command, by its name, on rows. */
export type CommandEffect<Row> = ComponentType<{ command: string; rows: readonly Row[] }>

/**
 * A screen of a resource. Facts in the schemas are taken from there (kinds, bounds, required fields, calls and the permission to
 * make them); this type has the rest.
 */
export type Resource<Row extends object, Calls extends ResourceCalls<Row> = ListCalls<Row>> = {
  calls: Calls
  /** Where its texts are: `<texts>:<name>.title`. */
  texts: string
  name: string
  icon: ComponentType<IconProps>
  /** The title of a row; `writeDay` writes a day in the reader's form. */
  title: (row: Row, writeDay: (day: string) => string) => string
  /** In order; the first names the row and opens it. */
  columns: readonly Name<Row>[]
  /** A column of the first day of a span, and the field of the day after its last: the column shows both days. */
  spans?: { readonly [Column in Name<Row>]?: Name<Row> }
  /** Columns that come first on a telephone: what the row is about, then what decides. */
  onPhone?: readonly Name<Row>[]
  /** Shown on request. */
  moreColumns?: readonly Name<Row>[]
  /** Columns of a declared resource that the server cannot order by; the calls of other lists name theirs. */
  unsortable?: readonly Name<Row>[]
  /** Fields of the form in order, for a new row or for one that is changed. May ask for choices, so it is called like a hook. */
  useFields?: (row: Row | undefined) => readonly (string | DeclaredField)[]
  /** Beginnings of a new row to choose from, each with the values that it fills in; named by the text `template.<name>`. Called like a hook. */
  useTemplates?: () => readonly { name: string; values: AnyRow }[]
  /** Fields that a change carries as they are, because they are chosen once. */
  setOnce?: readonly Name<Row>[]
  /** An identifier of a new row that the client chooses, so that a repeated request has no further effect. */
  requestId?: string
  /** Fields of the filter; `createdWithin` is the span of days. */
  filters: readonly string[]
  /** The filter whose words are tabs over the list, after a tab with all rows; not among `filters`. */
  tabs?: string
  /** Values of a field that no schema knows, such as names of partitions: for filters, columns and spreadsheets. */
  choices?: Readonly<Record<string, readonly Choice[]>>
  commands?: readonly RowCommand<Row>[]
  /** The spreadsheet that is imported may change rows that exist. */
  importUpdates?: boolean
  /** Below the fields of the form: the request as it would be sent now, undefined while a field is wrong. */
  FormAside?: ComponentType<{ request: AnyRow | undefined }>
  /** Some rows stay. */
  isRemovable?: (row: Row) => boolean
  /** The dialog after creating a row, such as a password that is shown once. */
  Created?: ComponentType<{ answer: z.output<NonNullable<Calls['create']>['response']>; typed: AnyRow; onClose: () => void }>
  /** Instead of what the schema would give. */
  cell?: Partial<Record<Name<Row>, (row: Row) => ReactNode>>
  Filters?: ComponentType<{ search: ListSearch; onSearch: (change: SearchChange) => void }>
  Detail?: ComponentType<{ row: Row }>
  /** The details of a row by its identifier, under this name in the address; instead of `Detail`. */
  drawer?: { name: string; Drawer: ComponentType<{ id: string | undefined; onClose: () => void }> }
  /** In a command's dialog, what the command would do now to these rows. */
  Effect?: CommandEffect<Row>
  /** In a command's dialog, below the fields: the request as it would be sent now, undefined while a field is wrong. */
  CommandAside?: ComponentType<{ command: string; row: Row; request: AnyRow | undefined }>
  /** Values of the fields of a command for one row, before the person types. */
  commandValues?: (of: { command: string; row: Row }) => Readonly<Record<string, number>>
  /** A row in the list of a command's dialog, where its title does not suffice. */
  nameInList?: ComponentType<{ row: Row }>
  /** Beside the commands of a row, a button with a dialog of its own. */
  rowTool?: ((row: Row) => ReactNode) | undefined
  /** Commands whose effect comes row by row after the answer, and what shows how far it is. `requested` is how many rows it was asked of. */
  follow?: { commands: readonly string[]; Progress: ComponentType<{ requestId: string; requested: number }> }
  /** Queries that a command outdates, beside the list. */
  related?: readonly (readonly unknown[])[]
  /** A long list scrolls under its head, within this height. */
  heightMax?: string
  /** Between the title and the list. */
  Head?: ComponentType
  /** Buttons for the rows that are selected, beside the commands that take several; `calls` are what they call. */
  selectionTools?: { calls: readonly Endpoint[]; Tools: ComponentType<{ rows: readonly Row[] }> }
  /** Buttons of the whole list, beside the one that makes a row. */
  Tools?: ComponentType
  /** How often the list is read again, for rows that change by themselves. */
  refreshSeconds?: number
}

/** The drawer or dialog over a list. */
export type Open<Row> =
  | { what: 'create' }
  | { what: 'change' | 'remove' | 'detail'; row: Row }
  | { what: 'command'; row: Row; command: RowCommand<Row> }
  | { what: 'named'; rows: readonly Row[]; command: NamedCommand<Row> }
  | { what: 'created'; answer: unknown; typed: AnyRow }
