import { currencyOf } from '@nightflow/schemas/platform/country'
import { DateForm, writeDate } from '@nightflow/schemas/platform/date-form'
import { MapType, MapViewMode } from '@nightflow/schemas/platform/map-settings'
import { AccountNoGenMode, TenantSettingsChange, type TenantSettingsForm } from '@nightflow/schemas/platform/tenant'
import { LargeTokenSales, TokensAfterSale } from '@nightflow/schemas/platform/token-settings'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { Choice, FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { countryChoices } from './countries.ts'

const { list: listTemplates } = resourceCalls.messageTemplates
/** Templates that the form offers. */
const templatesMax = 200

type Props = {
  settings: TenantSettingsForm
  /** Settings of the board of tenants are the platform's alone. */
  isPlatform: boolean
  onSubmit: (change: TenantSettingsChange) => Promise<unknown>
  onCancel?: () => void
}

const currencies = () => Intl.supportedValuesOf('currency').map((currency) => ({ value: currency, label: currency }))
/** Each form by a day that shows it; the first leaves dates to the reader's language. */
const dateForms = (ofLanguage: string) =>
  DateForm.options.map((form) => ({
    value: form,
    label: form === 'language' ? ofLanguage : `${form} (${writeDate(form, { year: 2026, month: 12, day: 31 })})`,
  }))
const half = { isHalf: true } as const

const declared = (isPlatform: boolean, ofLanguage: string): Omit<FieldChoice, 'label'>[] => [
  { name: 'themeColour', isColour: true, ...half },
  { name: 'country', choices: countryChoices(), ...half },
  { name: 'currencyUnit', choices: currencies(), ...half },
  { name: 'dateForm', choices: dateForms(ofLanguage), ...half },
  { name: 'accountNoGenMode', ...half },
  { name: 'tenantAreaAddress' },
  { name: 'confirmAmountsAbove', ...half },
  { name: 'numbering', ...half },
  { name: 'tokensAfterSale', ...half },
  { name: 'largeTokenSales', ...half },
  { name: 'paymentIban' },
  { name: 'initLng', unit: '°', ...half },
  { name: 'initLat', unit: '°', ...half },
  { name: 'mapZoom', ...half },
  { name: 'tileUrl' },
  { name: 'secondTileUrl' },
  { name: 'mapType', ...half },
  { name: 'mapViewMode', ...half },
  { name: 'mapPitch', unit: '°', ...half },
  { name: 'lcMeterRuler', ...half },
  { name: 'yzjMeterRuler', ...half },
  { name: 'concentratorTimeoutMinutes', ...half },
  { name: 'numericMeterNumbers' },
  { name: 'openAccountCloseValve' },
  { name: 'billOnTransfer' },
  { name: 'billOnFreeze' },
  { name: 'billOnMeterChange' },
  { name: 'billOnTariffChange' },
  { name: 'monthSewageTemplateId', ...half },
  { name: 'accountBalanceTemplateId', ...half },
  ...(isPlatform ? [{ name: 'demoMode' }, { name: 'demoIntervalSeconds', ...half }] : []),
]

/** A country has a currency. */
const followCountry = (name: string, value: FieldValue): Readonly<Record<string, FieldValue>> => {
  const currency = name === 'country' ? currencyOf(String(value)) : undefined
  return currency === undefined ? {} : { currencyUnit: currency }
}

const named = {
  texts: 'platform',
  name: 'settings',
  calls: { dictionaries: { accountNoGenMode: 'account_no_gen_mode' } },
}

/** Values that are shown as words. */
const optionsOf: Partial<Record<string, readonly string[]>> = {
  accountNoGenMode: AccountNoGenMode.options,
  mapType: MapType.options,
  mapViewMode: MapViewMode.options,
  tokensAfterSale: TokensAfterSale.options,
  largeTokenSales: LargeTokenSales.options,
}

const clearable = [
  'tileUrl',
  'secondTileUrl',
  'tenantAreaAddress',
  'paymentIban',
  'monthSewageTemplateId',
  'accountBalanceTemplateId',
] as const

/** Absent fields stay unchanged, so an emptied field is sent as empty. */
const withCleared = (change: TenantSettingsChange, settings: TenantSettingsForm): TenantSettingsChange => ({
  ...change,
  ...Object.fromEntries(clearable.flatMap((name) => (change[name] === undefined && settings[name] ? [[name, '']] : []))),
})

const templateFields: readonly string[] = ['monthSewageTemplateId', 'accountBalanceTemplateId']
const isTemplate = (name: string): boolean => templateFields.includes(name)

/** Names of the message templates in use, beside those that are set. */
function useTemplateNames(set: readonly (string | null)[]): readonly Choice[] {
  const mayDo = useMayDo()
  const found = useQuery({
    queryKey: [listTemplates.path, 'choices'],
    queryFn: ({ signal }) => call(listTemplates, { status: InUse.enum.enabled, pageSize: templatesMax }, signal),
    enabled: mayDo(listTemplates),
  })
  const names = found.data?.rows.map(({ messageTemplateName }) => messageTemplateName) ?? []
  return [...new Set([...names, ...set.filter((name) => name !== null && name !== '')])].map((name) => ({ value: name!, label: name! }))
}

/** Settings of a utility. */
export function SettingsForm({ settings, isPlatform, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('shared')
  const platform = useTranslation('platform').t
  const words = useResourceWords(named)
  const templates = useTemplateNames([settings.monthSewageTemplateId, settings.accountBalanceTemplateId])
  const fields = declared(isPlatform, platform('settings.dateFormOfLanguage')).map(
    (field): FieldChoice => ({
      ...field,
      label: words.field(field.name),
      description: words.hint(field.name),
      ...(isTemplate(field.name) && { choices: templates }),
      ...(optionsOf[field.name] && {
        optionLabels: Object.fromEntries(optionsOf[field.name]!.map((option) => [option, words.word(field.name, option).label])),
      }),
    }),
  )
  return (
    <CommandForm
      schema={TenantSettingsChange}
      fields={fields}
      initial={settings as unknown as Record<string, FieldValue>}
      follow={followCountry}
      submitLabel={t('action.save')}
      doneText={platform('settings.saved')}
      onSubmit={(change) => onSubmit(withCleared(change, settings))}
      {...(onCancel && { onCancel })}
    />
  )
}
