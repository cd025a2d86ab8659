import { Button, Group, Text } from '@mantine/core'
import { type NamedCommand, typedFieldsOf } from '@nightflow/schemas/shared/named-command'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { useProblemText } from '#api/problem-text.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { type FieldChoice, factsOf } from '#ui/form/form-fields.ts'
import { defaultsOf, FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import type { Resource } from '#ui/resource/resource.ts'
import { wordsIn } from '#ui/resource/resource-columns.tsx'
import { type ResourceWords, useResourceWords } from '#ui/resource/resource-words.ts'
import { useTitle } from '#ui/resource/use-title.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

type Props<Row extends object> = {
  resource: Resource<Row>
  command: NamedCommand<Row>
  rows: readonly Row[]
  onClose: () => void
  onDone?: () => void
}

/** Rows named one by one; of more the dialog shows the number. */
const namedMax = 8
const refusedMax = 50
/** A text longer than this gets two lines. */
const lineCharactersMax = 100

/** The dialog of a command, from the command's own request: what it does, for which rows, and what a person types. */
export function CommandDialog<Row extends object>({ resource, command, rows, onClose, onDone }: Props<Row>) {
  const { calls, related = [], Effect, CommandAside, commandValues, follow } = resource
  const title = useTitle(resource)
  const words = useResourceWords(resource)
  const client = useQueryClient()
  const money = useMoney()
  const fields = useCommandFields(command, resource, words)
  // It stays while the dialog is open, so that another try after a failure has no further effect.
  const [requestId] = useState(newOperationId)
  const [followed, setFollowed] = useState<{ requested: number; refused: readonly Refused[] }>()
  const [refused, setRefused] = useState<readonly Refused[]>()
  const [first] = rows
  if (!first) return null
  if (refused) return <RefusedRows title={words.own('title')} refused={refused} onClose={onClose} />
  const key = `command.${command.name}`
  const isOne = rows.length === 1
  const label = isOne ? words.own(`${key}.one`, { name: title(first) }) : words.own(`${key}.many`, { count: rows.length })
  const amounts = Object.entries(first).flatMap(([field, value]) => (field.endsWith('Minor') ? [[field, money(Number(value))]] : []))
  if (followed && follow)
    return (
      <FormDialog title={label} onClose={onClose} size={480}>
        <follow.Progress requestId={requestId} requested={followed.requested} />
        {followed.refused.length > 0 && <RefusedList refused={followed.refused} />}
        <CloseButton onClose={onClose} />
      </FormDialog>
    )
  const send = async (typed: AnyRow) => {
    const answer = (await call(command.endpoint, typed)) as Answer
    for (const queryKey of [[calls.list.path], ...related]) await client.invalidateQueries({ queryKey })
    onDone?.()
    if (follow?.commands.includes(command.name)) return setFollowed({ requested: answer.requested ?? 1, refused: answer.refused ?? [] })
    if (answer.refused && answer.refused.length > 0) return setRefused(answer.refused)
    announceDone(words.own(`${key}.done`, { name: isOne ? title(first) : String(rows.length) }))
    onClose()
  }
  return (
    <FormDialog title={label} onClose={onClose} size={480}>
      <Text size="sm" mb="xs">
        {words.own(`${key}.text`, isOne ? Object.fromEntries(amounts) : {})}
      </Text>
      {Effect && <Effect command={command.name} rows={rows} />}
      {!(isOne && resource.nameInList === undefined) && <NamedRows resource={resource} rows={rows} words={words} />}
      <CommandForm
        schema={command.endpoint.request}
        fields={fields}
        initial={{
          ...defaultsOf(
            command.endpoint,
            fields.map(({ name }) => name),
          ),
          ...(isOne && commandValues?.({ command: command.name, row: first })),
        }}
        aside={CommandAside && ((request) => <CommandAside command={command.name} row={first} request={request} />)}
        fixed={{
          ...command.fixed,
          ...(command.requestId && { [command.requestId]: requestId }),
          [calls.id]: command.isForMany ? rows.map((row) => row[calls.id]).join(',') : first[calls.id],
        }}
        submitLabel={label}
        danger={command.isDanger === true}
        onCancel={onClose}
        doneText={null}
        onSubmit={send}
      />
    </FormDialog>
  )
}

/** Where each row is decided on its own: how many were, and those that were refused. */
type Answer = { requested?: number; refused?: readonly Refused[] }
/** The row and the code of its refusal. */
type Refused = { number: string; code: string; details?: Readonly<Record<string, string | number>> }

/** Rows that a command for several rows refused, with the reason; the other rows are done. */
function RefusedRows({ title, refused, onClose }: { title: string; refused: readonly Refused[]; onClose: () => void }) {
  return (
    <FormDialog title={title} onClose={onClose} size={480}>
      <RefusedList refused={refused} />
      <CloseButton onClose={onClose} />
    </FormDialog>
  )
}

function RefusedList({ refused }: { refused: readonly Refused[] }) {
  const { t } = useTranslation('shared')
  const problemText = useProblemText()
  return (
    <>
      <Text size="sm" my="xs" role="alert">
        {t('resource.refused', { count: refused.length })}
      </Text>
      <ul className="nf-findings nf-answered">
        {refused.slice(0, refusedMax).map(({ number, code, details }) => (
          <li key={number}>
            {number}: {problemText(new ProblemError(code, 409, { details: { number, ...details } }))}
          </li>
        ))}
        {refused.length > refusedMax && <li>{t('resource.more', { count: refused.length - refusedMax })}</li>}
      </ul>
    </>
  )
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shared')
  return (
    <Group justify="flex-end" mt="xs">
      <Button variant="default" onClick={onClose}>
        {t('action.close')}
      </Button>
    </Group>
  )
}

function NamedRows<Row extends object>({ resource, rows, words }: Pick<Props<Row>, 'resource' | 'rows'> & { words: ResourceWords }) {
  const { calls, nameInList: Name } = resource
  const title = useTitle(resource)
  return (
    <ul className="nf-findings nf-answered">
      {rows.slice(0, namedMax).map((row) => (
        <li key={String(row[calls.id])}>{Name ? <Name row={row} /> : title(row)}</li>
      ))}
      {rows.length > namedMax && <li>{words.own('more', { count: rows.length - namedMax })}</li>}
    </ul>
  )
}

/**
 * The fields of a command as its request has them: labels and hints are texts, an amount is in the tenant's currency, and every other unit follows from
 * the field's name: litres are typed in cubic metres, as lists show them.
 */
function useCommandFields<Row extends object>(
  command: NamedCommand<Row>,
  { calls: { id }, choices = {} }: Resource<Row>,
  words: ResourceWords,
): FieldChoice[] {
  const currency = useCurrency()
  const { timeZone } = useSession()
  const { shape } = command.endpoint.request
  return typedFieldsOf(command, id).map((name): FieldChoice => {
    const schema = shape[name]!
    const { kind, maxLength = 0 } = factsOf(schema)
    const chosen = choices[name]
    const options = wordsIn(schema)
    const quantity = quantityOf(name)
    const unit = name === 'amount' ? currency : quantity?.unit
    return {
      name,
      label: words.field(name),
      description: words.hint(name),
      ...(unit !== undefined && { unit }),
      ...(quantity && { factor: quantity.per }),
      ...(chosen && { choices: chosen }),
      ...(kind === 'instant' && { timeZone }),
      ...(['number', 'choice'].includes(kind) && { isHalf: true as const }),
      ...(maxLength > lineCharactersMax && { lines: 2 }),
      ...(options.length > 0 && { optionLabels: Object.fromEntries(options.map((option) => [option, words.word(name, option).label])) }),
    }
  })
}
