import { Alert, Button, Group, NumberInput, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type FieldChoice, type FieldFacts, type FieldValue, factsOf, issueKey, sentValue } from '#ui/form-fields.ts'
import { useProblemText } from '#ui/problem-text.ts'

type Props<Schema extends z.ZodObject> = {
  /** The command's own schema: the browser refuses what the server would. */
  schema: Schema
  fields: FieldChoice[]
  initial?: Record<string, FieldValue>
  /** What the schema needs and nobody types. */
  fixed?: Record<string, unknown>
  submitLabel: string
  onSubmit: (command: z.output<Schema>) => Promise<unknown>
  onCancel?: () => void
  /** What leaving the form is called, where it is not cancelling. */
  cancelLabel?: string | undefined
  danger?: boolean
  children?: ReactNode
}

/** A form for one command, from the command's schema: checked on leaving a field, first error focused, nothing lost on failure. */
export function CommandForm<Schema extends z.ZodObject>({
  schema,
  fields,
  initial = {},
  fixed = {},
  submitLabel,
  onSubmit,
  onCancel,
  cancelLabel,
  danger,
  children,
}: Props<Schema>) {
  const { t } = useTranslation('shared')
  const formId = useId()
  const problemText = useProblemText()
  const [typed, setTyped] = useState<Record<string, FieldValue>>(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const factsFor = (name: string) => factsOf(schema.shape[name]!)
  const sentOf = ({ name, factor }: FieldChoice) => sentValue(typed[name], factsFor(name), factor)

  const check = (field: FieldChoice): string | undefined => {
    const value = sentOf(field)
    const result = (schema.shape[field.name] as z.ZodType).safeParse(value)
    return result.success ? undefined : t(`validation.${issueKey(result.error.issues[0] ?? {}, value)}`)
  }
  const leave = (field: FieldChoice) => setErrors((previous) => ({ ...previous, [field.name]: check(field) ?? '' }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = Object.fromEntries(fields.map((field) => [field.name, check(field) ?? '']))
    setErrors(found)
    const first = fields.find(({ name }) => found[name])
    if (first) return document.getElementById(`${formId}-${first.name}`)?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await onSubmit(schema.parse({ ...Object.fromEntries(fields.map((field) => [field.name, sentOf(field)])), ...fixed }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {fields.map((field) => (
          <FormField
            key={field.name}
            id={`${formId}-${field.name}`}
            field={field}
            facts={factsFor(field.name)}
            value={typed[field.name]}
            error={errors[field.name] || undefined}
            onChange={(value) => setTyped((previous) => ({ ...previous, [field.name]: value }))}
            onLeave={() => leave(field)}
          />
        ))}
        {children}
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

type FieldProps = {
  id: string
  field: FieldChoice
  facts: FieldFacts
  value: FieldValue | undefined
  error: string | undefined
  onChange: (value: FieldValue) => void
  onLeave: () => void
}

function FormField({ id, field, facts, value, error, onChange, onLeave }: FieldProps) {
  const shared = {
    id,
    label: field.label,
    description: field.description,
    error,
    onBlur: onLeave,
    withAsterisk: facts.required,
    placeholder: field.placeholder,
  }
  switch (facts.kind) {
    case 'number': {
      const unit = field.unit ? (
        <Text size="xs" c="dimmed" pr={8} className="nf-nowrap">
          {field.unit}
        </Text>
      ) : undefined
      return (
        <NumberInput
          {...shared}
          value={(value as number | undefined) ?? ''}
          onChange={onChange}
          hideControls
          rightSection={unit}
          rightSectionWidth={field.unit ? 60 : 0}
        />
      )
    }
    case 'switch':
      return (
        <Switch
          id={id}
          label={field.label}
          description={field.description}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          data={(facts.options ?? []).map((option) => ({ value: option, label: field.optionLabels?.[option] ?? option }))}
          value={(value as string | undefined) ?? null}
          onChange={(next) => onChange(next ?? '')}
          allowDeselect={!facts.required}
        />
      )
    case 'list':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={4}
          maxRows={12}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="nf-mono-input"
        />
      )
    case 'text':
      return (
        <TextInput
          {...shared}
          maxLength={facts.maxLength}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
