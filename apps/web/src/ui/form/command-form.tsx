import { Alert, Button, Group, Stack } from '@mantine/core'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useProblemText } from '#api/problem-text.ts'
import { errorsAtFields, errorsOfField, errorsOfRules, isOfField } from '#ui/form/form-errors.ts'
import { FormField } from '#ui/form/form-field.tsx'
import { type FieldChoice, type FieldValue, factsOf, sentValue } from '#ui/form/form-fields.ts'
import { FormPosition } from '#ui/form/form-position.tsx'
import { useRepeatedPress } from '#ui/form/repeated-press.ts'
import { useAfterPress } from '#ui/form/use-after-press.ts'
import '#ui/form/forms.css'
import { announceDone } from '#session/announce-done.ts'

type Props<Schema extends z.ZodObject> = {
  /** The command's own schema: the browser refuses what the server would. */
  schema: Schema
  fields: readonly FieldChoice[]
  initial?: Record<string, FieldValue>
  /** Value of a field before the person types in it; it may change while the form is open. */
  proposed?: Readonly<Record<string, FieldValue>>
  /** Values of the schema that are not typed. */
  fixed?: AnyRow
  submitLabel: string
  onSubmit: (command: z.output<Schema>) => Promise<unknown>
  /** Text of the notification once the command is carried out; null where the screen shows it by itself. */
  doneText: string | null
  onCancel?: () => void
  /** Label of the button that leaves the form, where it is not "Cancel". */
  cancelLabel?: string | undefined
  danger?: boolean
  /** Called on every change, where other fields depend on it. */
  onTyped?: (typed: Readonly<Record<string, FieldValue>>) => void
  /** Values of other fields that follow from one that is chosen; the person may change them afterwards. */
  follow?: (name: string, value: FieldValue) => Readonly<Record<string, FieldValue>>
  children?: ReactNode
  /** Below the fields, given the request as it would be sent now; undefined while a field is wrong. */
  aside?: ((request: z.output<Schema> | undefined) => ReactNode) | undefined
}

/** A form for one command, from the command's schema: checked on leaving a field, first error focused, nothing lost on failure. */
export function CommandForm<Schema extends z.ZodObject>(props: Props<Schema>) {
  const { schema, fields, fixed = {}, submitLabel, onCancel, cancelLabel, danger, children, aside } = props
  const { t } = useTranslation('shared')
  const formId = useId()
  const problemText = useProblemText()
  const [entered, setTyped] = useState<Record<string, FieldValue>>(props.initial ?? {})
  const typed = { ...props.proposed, ...entered }
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  // A second press in the same instant comes before the button has been drawn busy.
  const isSending = useRef(false)
  const afterPress = useAfterPress()
  const { isRepeated, forget } = useRepeatedPress()
  const factsFor = (field: FieldChoice) => factsOf(schema.shape[field.name]!, field)
  // A field that opens a list or a picker on focus would cover its form.
  const first = fields.find((field) => ['text', 'number', 'list'].includes(factsFor(field).kind) && !field.isColour)
  const sentOf = (field: FieldChoice) => sentValue(typed[field.name], factsFor(field), field.factor)
  const check = (field: FieldChoice): Record<string, string> => errorsOfField(field, schema.shape[field.name] as z.ZodType, sentOf(field))
  const type = (name: string, value: FieldValue) => {
    const chosen = { [name]: value, ...props.follow?.(name, value) }
    setTyped((previous) => ({ ...previous, ...chosen }))
    setErrors((previous) => Object.fromEntries(Object.entries(previous).filter(([place]) => !isOfField(place, name))))
    setFailure(null)
    props.onTyped?.({ ...entered, ...chosen })
  }
  // The value of that moment counts, not the value when the field was left.
  const now = useRef(check)
  now.current = check
  // Only adds: typing has cleared what was wrong, and a rule between fields that the press found must stay.
  const leave = (field: FieldChoice, place = field.name) =>
    afterPress(() => {
      const found = now.current(field)[place]
      if (found) setErrors((previous) => ({ ...previous, [place]: found }))
    })

  const show = (found: Record<string, string>): boolean => {
    setErrors(found)
    const [wrong] = fields.flatMap(({ name }) => Object.keys(found).filter((place) => isOfField(place, name)))
    if (wrong) document.getElementById(`${formId}-${wrong.replaceAll('.', '-')}`)?.focus()
    return wrong !== undefined
  }
  const fail = (error: unknown): void => {
    const found = errorsAtFields(error, fields, problemText)
    // Errors that no field shows are shown by the form.
    if (!show(found)) setFailure(error)
  }
  const parse = () => schema.safeParse({ ...Object.fromEntries(fields.map((field) => [field.name, sentOf(field)])), ...fixed })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isSending.current) return
    if (show(Object.assign({}, ...fields.map(check)))) return
    const parsed = parse()
    // Rules between fields are checked once each field by itself is right.
    if (!parsed.success) return void show(errorsOfRules(parsed.error, fields))
    const command = parsed.data
    if (isRepeated(JSON.stringify(command))) return
    isSending.current = true
    setBusy(true)
    setFailure(null)
    try {
      await props.onSubmit(command)
      if (props.doneText !== null) announceDone(props.doneText)
    } catch (error) {
      forget()
      fail(error)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <div className="nf-fields">
          {fields.map((field) => (
            <div key={field.name} className={field.isHalf ? undefined : 'nf-field-wide'}>
              <FormField
                id={`${formId}-${field.name}`}
                field={field}
                facts={factsFor(field)}
                value={typed[field.name]}
                error={errors[field.name]}
                errors={errors}
                onChange={(value) => type(field.name, value)}
                onLeave={(place) => leave(field, place)}
                isFirst={field === first}
              />
            </div>
          ))}
        </div>
        <FormPosition fields={fields} factsFor={factsFor} typed={typed} type={type} />
        {children}
        {aside?.(parse().data)}
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" py="xs">
            {problemText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt={4}>
          {onCancel && (
            <Button variant="default" onClick={onCancel} disabled={busy}>
              {cancelLabel ?? t('action.cancel')}
            </Button>
          )}
          <Button type="submit" loading={busy} color={danger ? 'red.8' : 'brand'}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
