import type { EventType } from '@nightflow/schemas/events'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Decider, EventIn } from './decider.ts'

/** `key` names the record and its stream. `values` is what the form says, the key among them. */
export type RecordCommand<Values extends object> =
  | { type: 'AddRecord'; key: string; values: Values }
  | { type: 'ChangeRecord'; key: string; values: Values }
  | { type: 'RemoveRecord'; key: string }

/** The last values of the form; undefined before the record is added, and after it is removed. */
export type Recorded<Values extends object> = { readonly values: Values | undefined }

type Declared<Values extends object, Added extends EventType, Changed extends EventType, Removed extends EventType> = {
  /** `<context>-<aggregate>`. */
  stream: string
  /** The field of the values that is the key. */
  key: string
  added: Added
  changed: Changed
  removed: Removed
  /** A rule between the fields of a form. */
  refuse?: (values: Values) => Rejection | undefined
}

/**
 * A thing that people add, change by its whole form, and remove. Its key is given once at a time: a key in use is refused (`name-taken`), one
 * that was removed may be added again. A change to the same values is no event.
 */
export const recordDecider = <Values extends object, Added extends EventType, Changed extends EventType, Removed extends EventType>({
  stream,
  key,
  refuse,
  ...types
}: Declared<Values, Added, Changed, Removed>): Decider<RecordCommand<Values>, Recorded<Values>, EventIn<Added | Changed | Removed>> => {
  type Event = EventIn<Added | Changed | Removed>
  const event = (type: EventType, data: object): Event[] => [{ type, data } as unknown as Event]
  return {
    streamOf: (command) => `${stream}-${command.key}`,
    initialState: { values: undefined },
    evolve: (state, event) => {
      const { type, data } = event as { type: EventType; data: object }
      if (type === types.removed) return { values: undefined }
      if (type !== types.added && type !== types.changed) return state
      const { at: _, ...values } = data as { at: string }
      return { values: values as Values }
    },
    decide: {
      AddRecord: (command, { values }, { now }): readonly Event[] | Rejection =>
        values
          ? rejected('name-taken', { name: command.key })
          : (refuse?.(command.values) ?? event(types.added, { ...command.values, [key]: command.key, at: now })),
      ChangeRecord: (command, { values }, { now }): readonly Event[] | Rejection => {
        if (!values) return rejected('not-found')
        const wanted = { ...command.values, [key]: command.key }
        return refuse?.(command.values) ?? (isSame(wanted, values) ? [] : event(types.changed, { ...wanted, at: now }))
      },
      RemoveRecord: (command, { values }, { now }): readonly Event[] | Rejection =>
        values ? event(types.removed, { [key]: command.key, at: now }) : rejected('not-found'),
    },
  }
}

/** A field that is absent and one without a value are the same. */
const isSame = (one: object, other: object): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (field) => JSON.stringify(Reflect.get(one, field) ?? null) === JSON.stringify(Reflect.get(other, field) ?? null),
  )
