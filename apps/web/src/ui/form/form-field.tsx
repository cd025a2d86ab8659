import {
  Button,
  ColorInput,
  Fieldset,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  TreeSelect,
} from '@mantine/core'
import { DatePickerInput, DateTimePicker, MonthPickerInput } from '@mantine/dates'
import { languageNames, languages } from '@nightflow/schemas/shared/language'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { AccountInput } from '#ui/form/account-search.tsx'
import { type FieldChoice, type FieldFacts, type FieldValue, factsOf, type TypedRow } from '#ui/form/form-fields.ts'
import { MeterInput } from '#ui/form/meter-search.tsx'
import { boundaryOf, linesOfBoundary } from '#ui/map/boundary-lines.ts'
import { BoundaryPicker } from '#ui/map/boundary-picker.tsx'
import type { LngLat } from '#ui/map/map-geometry.ts'
import { treeDataOf } from '#ui/resource/tree-data.ts'
import { useFormat } from '#ui/use-format.ts'

type FieldProps = {
  id: string
  field: FieldChoice
  facts: FieldFacts
  value: FieldValue | undefined
  error: string | undefined
  onChange: (value: FieldValue) => void
  /** With the place of what was left, where that is a part of the field. */
  onLeave: (place?: string) => void
  /** Validation errors of parts of the field, by place. */
  errors?: Readonly<Record<string, string>>
  /** Where a dialog puts the cursor when it opens. */
  isFirst?: boolean
}

/** One field by its kind, with its error below it. */
export function FormField(props: FieldProps) {
  const { id, field, facts, value, error, onChange, onLeave, isFirst } = props
  const shared = {
    id,
    label: field.label,
    description: field.description,
    error,
    onBlur: () => onLeave(),
    withAsterisk: facts.required,
    placeholder: field.placeholder,
    ...(isFirst && { 'data-autofocus': true }),
    // Fields that share a line stay level, whether they carry a hint or not.
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
  }
  switch (facts.kind) {
    case 'number':
      return <NumberField {...props} shared={shared} />
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
    case 'choices':
      return <ChoiceField {...props} shared={shared} />
    case 'list':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={4}
          maxRows={12}
          value={Array.isArray(value) ? value.join(', ') : String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="nf-mono-input"
        />
      )
    case 'day':
    case 'instant':
      return <TimeField {...props} shared={shared} />
    case 'boundary':
      return <BoundaryField {...props} shared={shared} />
    case 'texts':
      return <TextsField {...props} />
    case 'rows':
      return <RowsField {...props} />
    case 'text': {
      const typed = { ...shared, maxLength: facts.maxLength, value: String(value ?? '') }
      if (field.isColour)
        return <ColorInput withEyeDropper={false} {...shared} format="hex" value={String(value ?? '')} onChange={onChange} />
      if (field.isAccount) return <AccountInput shared={typed} value={String(value ?? '')} onChange={onChange} />
      if (field.isMeter) return <MeterInput shared={typed} value={String(value ?? '')} onChange={onChange} />
      if (field.isMonth) return <MonthField {...props} shared={shared} />
      if (field.isSecret)
        return <PasswordInput {...typed} autoComplete="new-password" onChange={(event) => onChange(event.currentTarget.value)} />
      if (field.lines)
        return (
          <Textarea
            {...typed}
            autosize
            minRows={field.lines}
            maxRows={field.lines * 3}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      return <TextInput {...typed} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
    }
  }
}

type Shared = AnyRow & { id: string; onBlur?: () => void }

/** A day or a moment, written as the tenant writes dates. Its calendar takes the focus, so that the field is not left by opening it. */
function TimeField({ facts, value, onChange, shared: { onBlur: _, ...shared } }: FieldProps & { shared: Shared }) {
  const { inputDates } = useFormat()
  const common = { ...shared, clearable: !facts.required, value: typeof value === 'string' && value !== '' ? value : null }
  if (facts.kind === 'day') return <DatePickerInput {...common} valueFormat={inputDates.day} onChange={onChange} />
  return <DateTimePicker {...common} valueFormat={inputDates.moment} onChange={(moment) => onChange(moment ?? '')} />
}

/** A month without its days. */
function MonthField({ value, onChange, shared: { onBlur: _, ...shared } }: FieldProps & { shared: Shared }) {
  const month = typeof value === 'string' && value !== '' ? `${value}-01` : null
  return <MonthPickerInput {...shared} value={month} onChange={(day) => onChange(day?.slice(0, 7) ?? '')} />
}

/** A number with the decimal sign of the reader's language; comma and point are both taken for it. */
function NumberField({ field, value, onChange, shared }: FieldProps & { shared: Shared }) {
  const { decimalSign } = useFormat()
  return (
    <NumberInput
      {...shared}
      value={(value as number | undefined) ?? ''}
      onChange={onChange}
      decimalSeparator={decimalSign}
      allowedDecimalSeparators={['.', ',']}
      hideControls
      rightSection={
        field.unit && (
          <Text size="xs" c="dimmed" pr={12} ml="auto" className="nf-nowrap">
            {field.unit}
          </Text>
        )
      }
      rightSectionWidth={field.unit ? 60 : 0}
    />
  )
}

/** Few words, one of many, or a place in a tree. */
function ChoiceField({ field, facts, value, onChange, shared }: FieldProps & { shared: Shared }) {
  const { t } = useTranslation('shared')
  const many = facts.kind === 'choices'
  const chosen = many ? ((value as readonly (string | number)[] | undefined) ?? []).map(String) : value === undefined ? null : String(value)
  const search = { searchable: true, nothingFoundMessage: t('choice.nothingFound') }
  if (field.tree) {
    const common = {
      ...shared,
      ...search,
      data: treeDataOf(field.tree),
      defaultExpandAll: true,
      clearable: !facts.required,
      maxDropdownHeight: 280,
    }
    return many ? (
      <TreeSelect {...common} mode="multiple" value={chosen as string[]} onChange={onChange} />
    ) : (
      <TreeSelect {...common} value={chosen as string | null} onChange={(next) => onChange(next ?? '')} />
    )
  }
  const choices = field.choices ?? (facts.options ?? []).map((option) => ({ value: option, label: field.optionLabels?.[option] ?? option }))
  const data = choices.map(({ value: option, label }) => ({ value: String(option), label }))
  if (many) return <MultiSelect {...shared} {...search} data={data} value={chosen as string[]} onChange={onChange} />
  return (
    <Select
      {...shared}
      {...(data.length > searchableFrom && search)}
      data={data}
      value={chosen as string | null}
      onChange={(next) => onChange(next ?? '')}
      allowDeselect={!facts.required}
    />
  )
}

const searchableFrom = 12

/** A boundary as text, a corner on each line, or drawn on the map. Text that is not yet a boundary stays as it is. */
function BoundaryField({ field, value, onChange, shared }: FieldProps & { shared: Shared }) {
  const isRing = Array.isArray(value)
  const lines = isRing ? linesOfBoundary(value as LngLat[]) : String(value ?? '')
  const ring = isRing ? (value as LngLat[]) : (boundaryOf(lines) ?? null)
  return (
    <Stack gap={6}>
      <Textarea
        {...shared}
        autosize
        minRows={field.lines ?? 4}
        maxRows={12}
        value={lines}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="nf-mono-input"
      />
      <BoundaryPicker value={ring} onChange={(next) => onChange(next ?? '')} around={field.around} />
    </Stack>
  )
}

/** The same text in every language, each under its own name. */
function TextsField({ id, field, facts, value, error, onChange, onLeave }: FieldProps) {
  const texts = (value as Record<string, string> | undefined) ?? {}
  return (
    <Fieldset legend={field.label} p="xs" className="nf-texts">
      {languages.map((language, index) => (
        <TextInput
          key={language}
          id={index === 0 ? id : `${id}-${language}`}
          label={languageNames[language]}
          lang={language}
          withAsterisk={facts.required}
          value={texts[language] ?? ''}
          onBlur={() => onLeave()}
          onChange={(event) => onChange({ ...texts, [language]: event.currentTarget.value })}
          error={index === 0 ? error : undefined}
        />
      ))}
    </Fieldset>
  )
}

/** A short table that is typed row by row, such as the steps of a price. */
function RowsField({ id, field, facts, value, error, errors, onChange, onLeave }: FieldProps) {
  const { t } = useTranslation('shared')
  const rows = (Array.isArray(value) ? value : []) as readonly TypedRow[]
  const { columns = [], nextRow = () => ({}) } = field
  const change = (index: number, name: string, typed: FieldValue) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, [name]: typed as string | number } : row)))
  return (
    <Fieldset legend={field.label} p="xs">
      <Stack gap="xs">
        {field.description && (
          <Text size="xs" c="dimmed">
            {field.description}
          </Text>
        )}
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; it has no other name.
          <div key={index} className="nf-typed-row">
            {columns.map((column) => (
              <FormField
                key={column.name}
                id={`${id}-${index}-${column.name}`}
                field={column}
                facts={factsOf(facts.columns![column.name]!, column)}
                value={row[column.name] ?? undefined}
                error={errors?.[`${field.name}.${index}.${column.name}`]}
                onChange={(typed) => change(index, column.name, typed)}
                onLeave={() => onLeave(`${field.name}.${index}.${column.name}`)}
              />
            ))}
            <Button size="compact-xs" variant="default" onClick={() => onChange(rows.filter((_, place) => place !== index))}>
              {t('rows.remove', { number: index + 1 })}
            </Button>
          </div>
        ))}
        {error && (
          <Text size="xs" c="var(--nf-alarm-text)" role="alert">
            {error}
          </Text>
        )}
        <Button id={id} size="compact-sm" variant="default" onClick={() => onChange([...rows, nextRow(rows)])}>
          {t('rows.add')}
        </Button>
      </Stack>
    </Fieldset>
  )
}
