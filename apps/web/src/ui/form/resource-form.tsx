import { Modal, Select } from '@mantine/core'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { valueIn } from '@nightflow/schemas/shared/object-of'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { noParent } from '@nightflow/schemas/shared/tree-place'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { type FieldChoice, factsOf, typedFrom } from '#ui/form/form-fields.ts'
import { newOperationId } from '#ui/operation-id.ts'
import type { Resource, ResourceCalls } from '#ui/resource/resource.ts'
import { wordsIn } from '#ui/resource/resource-columns.tsx'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { useTitle } from '#ui/resource/use-title.ts'

/** A dialog with a form in it: a click beside it must not lose what was typed. */
export function FormDialog({
  title,
  onClose,
  size = 560,
  children,
}: {
  title: string
  onClose: () => void
  size?: number
  children: ReactNode
}) {
  const { t } = useTranslation('shared')
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  )
}

type Props<Row extends object> = {
  resource: Resource<Row, ResourceCalls<Row>>
  words: ResourceWords
  /** The row that is changed; none for a new one. */
  row: Row | undefined
  /** Label of the button that creates a row, where it is not the button of the list. */
  createLabel?: string | undefined
  /** Initial values of a new row. */
  beginning?: AnyRow
  /** Values of every row of this screen that are not typed. */
  fixed?: AnyRow
  onDone: (answer: unknown, typed: AnyRow) => Promise<unknown> | undefined
  onClose: () => void
}

/** Makes a row of a resource or changes one: the call's own schema is the form. */
export function ResourceForm<Row extends object>({
  resource,
  words,
  row,
  createLabel = words.own('create'),
  beginning = {},
  fixed = {},
  onDone,
  onClose,
}: Props<Row>) {
  const { t } = useTranslation('shared')
  const { calls, useFields = noFields, useTemplates = noTemplates, requestId, FormAside, setOnce = [] } = resource
  // It stays while the dialog is open, so that another try after a failure makes no second row.
  const [chosenId] = useState(newOperationId)
  const [template, setTemplate] = useState<string | null>(null)
  const title = useTitle(resource)
  const templates = useTemplates()
  const started = { ...beginning, ...templates.find(({ name }) => name === template)?.values }
  const endpoint = (row ? calls.change : calls.create) as Endpoint
  const fields = useFields(row).map((field): FieldChoice => {
    const declared = typeof field === 'string' ? { name: field } : field
    const schema = endpoint.request.shape[declared.name]!
    const options = wordsIn(schema)
    return {
      label: words.field(declared.name),
      description: words.hint(declared.name),
      ...(options.length > 0 && {
        optionLabels: Object.fromEntries(options.map((option) => [option, words.word(declared.name, option).label])),
      }),
      ...declared,
    }
  })
  const names = fields.map(({ name }) => name)
  // Of what is chosen among rows nothing is taken for granted: the nought of "below none" is no name of a row.
  const placed = names.filter((name) => !(fields.find((field) => field.name === name)?.tree && valueIn(row ?? started, name) === noParent))
  const unchosen = fields.filter(({ choices, tree }) => !choices && !tree).map(({ name }) => name)
  return (
    <FormDialog title={row ? words.own('change', { name: title(row) }) : createLabel} onClose={onClose}>
      {!row && templates.length > 0 && (
        <Select
          mb="sm"
          label={t('resource.template')}
          description={template === null ? t('resource.templateHint') : words.own(`template.${template}.text`)}
          data={templates.map(({ name }) => ({ value: name, label: words.own(`template.${name}.title`) }))}
          value={template}
          onChange={setTemplate}
          clearable
        />
      )}
      <CommandForm
        // A template fills in the fields anew.
        key={template}
        schema={endpoint.request}
        fields={fields}
        initial={{ ...defaultsOf(endpoint, unchosen), ...typedFrom(row ?? started, placed) }}
        fixed={{
          ...fixed,
          ...(row ? Object.fromEntries([...setOnce, calls.id].map((name) => [name, row[name]])) : requestId && { [requestId]: chosenId }),
        }}
        submitLabel={row ? t('action.save') : createLabel}
        onCancel={onClose}
        onSubmit={async (command) => {
          await onDone(await call(endpoint, command), command)
        }}
        doneText={row ? t('done.saved') : words.own('created')}
        aside={FormAside && ((request) => <FormAside request={request} />)}
      />
    </FormDialog>
  )
}

const noFields = () => []
const noTemplates = () => []

/** A form opens with the value that an empty field would get. */
export const defaultsOf = ({ request }: Endpoint, names: readonly string[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { kind } = factsOf(request.shape[name]!)
      const answered = request.shape[name]!.safeParse(undefined)
      const value = answered.success ? answered.data : undefined
      return ['choice', 'switch', 'number'].includes(kind) && value !== undefined && value !== null
        ? [[name, value as string | number | boolean]]
        : []
    }),
  )
