import { PriceSchemeStatus } from '@nightflow/schemas/billing/price-scheme'
import { NatureOfUse } from '@nightflow/schemas/customers/account'
import { AccountNoGenMode } from '@nightflow/schemas/platform/tenant'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { accountWords } from '#customers/account-query.ts'
import { useSessionInfo } from '#session/session-query.ts'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import type { DeclaredField } from '#ui/resource/resource.ts'
import { wordsIn } from '#ui/resource/resource-columns.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useCurrency } from '#ui/use-money.ts'
import { useOwners } from '#ui/use-owners.ts'

const { list } = resourceCalls.customerTypes
const schemes = resourceCalls.priceSchemes.list
/** Customer types that a form offers. */
const typesMax = 200

type CustomerTypeChoice = { value: number; label: string }
const none: readonly CustomerTypeChoice[] = []
const asChoices = ({ rows }: ResponseOf<typeof list>): readonly CustomerTypeChoice[] =>
  rows.map(({ customerTypeId, customerTypeName }) => ({ value: customerTypeId, label: customerTypeName }))

/** Customer types in use, as choices: the same list until one changes. */
export const useCustomerTypes = (): readonly CustomerTypeChoice[] => useCustomerTypesQuery().data ?? none

/** `isLoading`: it is not known yet whether there are any. */
export function useCustomerTypesQuery() {
  const mayDo = useMayDo()
  return useQuery({
    queryKey: [list.path, 'choices'],
    queryFn: ({ signal }) => call(list, { status: InUse.enum.enabled, pageSize: typesMax }, signal),
    select: asChoices,
    enabled: mayDo(list),
  })
}

/** Price schemes that a form offers. */
const schemesMax = 200
type SchemeChoice = { value: string; label: string }
const noSchemes: readonly SchemeChoice[] = []
const asSchemes = ({ rows }: ResponseOf<typeof schemes>): readonly SchemeChoice[] =>
  rows.map(({ priceSchemeName }) => ({ value: priceSchemeName, label: priceSchemeName }))

/** Published price schemes, with the one that the account has; its name is typed where the reader may not list them. */
export function useSchemeChoices(present?: string | null): readonly SchemeChoice[] | undefined {
  const mayDo = useMayDo()
  const published = useQuery({
    queryKey: [schemes.path, 'choices'],
    queryFn: ({ signal }) =>
      call(
        schemes,
        { status: PriceSchemeStatus.enum.published, pageSize: schemesMax, orderByColumn: 'priceSchemeName', isAsc: 'asc' },
        signal,
      ),
    select: asSchemes,
    enabled: mayDo(schemes),
  })
  if (!mayDo(schemes)) return undefined
  const offered = published.data ?? noSchemes
  return !present || offered.some(({ value }) => value === present) ? offered : [{ value: present, label: present }, ...offered]
}

/** Nature of use of a company. */
const enterprise = NatureOfUse.enum.enterprise
const half = (name: string): DeclaredField => ({ name, isHalf: true })

/** Fields of holder, enterprise and agent, in the order of the paper form. */
export const holderFields: readonly DeclaredField[] = [
  half('customerName'),
  half('telephone'),
  half('idType'),
  half('idNumber'),
  { name: 'address' },
  half('email'),
]
const enterpriseFields = ['companyName', 'creditCode', 'legalRepresentative'].map(half)
const agentFields = ['agentName', 'agentTelephone', 'agentIdNumber'].map(half)

/**
 * The form of an account that is opened or changed, with the fields of an enterprise where the nature of use is one. Numbers that the utility
 * counts up are not typed.
 */
function useAccountFields(isNew: boolean, natureOfUse: string, scheme?: string | null): readonly DeclaredField[] {
  const { accountNoGenMode } = useSessionInfo().tenant
  const types = useCustomerTypes()
  const schemeChoices = useSchemeChoices(scheme)
  const unit = useCurrency()
  const owners = useOwners()
  const ownerFields: readonly DeclaredField[] = [
    { name: 'deptId', choices: owners.deptId, isHalf: true },
    { name: 'regionId', choices: owners.regionId, isHalf: true },
  ]
  const settings: readonly DeclaredField[] = [
    { name: 'customerTypeId', choices: types, isHalf: true },
    ...['waterUse', 'businessMode', 'payChannel', 'meterType'].map(half),
    { name: 'priceScheme', isHalf: true, ...(schemeChoices && { choices: schemeChoices }) },
    ...['purchaseLimit', 'arrearsClosingThreshold', 'balanceThreshold'].map((name) => ({ name, unit, isHalf: true as const })),
    ...['countsVolume', 'isBilled'].map(half),
    { name: 'remarks', lines: 2 },
  ]
  return [
    ...(isNew && accountNoGenMode === AccountNoGenMode.enum.manual ? [half('accountNo')] : []),
    half('natureOfUse'),
    ...holderFields,
    ...(natureOfUse === enterprise ? enterpriseFields : []),
    ...agentFields,
    ...(isNew ? [half('meterNo')] : []),
    ...(isNew ? ownerFields : []),
    ...settings,
    ...(isNew ? [] : [{ name: 'reason', lines: 2 }]),
  ]
}

/** The same with the words of each field. */
export function useWordedFields(schema: z.ZodObject, isNew: boolean, natureOfUse: string, scheme?: string | null): readonly FieldChoice[] {
  const words = useResourceWords(accountWords)
  return useAccountFields(isNew, natureOfUse, scheme).map((field) => {
    const options = wordsIn(schema.shape[field.name]!)
    return {
      label: words.field(field.name),
      description: words.hint(field.name),
      ...(options.length > 0 && { optionLabels: Object.fromEntries(options.map((each) => [each, words.word(field.name, each).label])) }),
      ...field,
    }
  })
}
