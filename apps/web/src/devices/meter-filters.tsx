import { Button, Select } from '@mantine/core'
import { MeterStatus, ValveFilter } from '@nightflow/schemas/devices/meters'
import { IconFilterOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MetersChoice } from '#devices/devices-queries.ts'
import { SearchInput } from '#ui/table/search-input.tsx'

type Option = { value: string; label: string }
type Props = {
  choice: MetersChoice
  onChoice: (choice: MetersChoice) => void
  isNarrowed: boolean
  partitionNames: ReadonlyMap<string, string>
  flags: readonly Option[]
}

/** Sizes that meters are sold in (ISO 4064-1), in millimetres. */
const calibersMillimetres = [15, 20, 25, 32, 40, 50, 65, 80, 100, 125, 150, 200, 250, 300, 400, 500]

const noFilter: MetersChoice = {
  search: undefined,
  partition: undefined,
  status: undefined,
  valve: undefined,
  flag: undefined,
  caliber: undefined,
}

/** What the list of meters can be narrowed by. */
export function MeterFilters({ choice, onChoice, isNarrowed, partitionNames, flags }: Props) {
  const { t } = useTranslation('devices')
  const shared = useTranslation('shared').t
  const filters: { name: keyof MetersChoice; label: string; options: readonly Option[] }[] = [
    {
      name: 'status',
      label: t('filter.status'),
      options: MeterStatus.options.map((value) => ({ value, label: t(`meterStatus.${value}`) })),
    },
    { name: 'valve', label: t('filter.valve'), options: ValveFilter.options.map((value) => ({ value, label: t(`valveFilter.${value}`) })) },
    { name: 'flag', label: t('filter.flag'), options: flags },
    { name: 'partition', label: t('filter.partition'), options: [...partitionNames].map(([value, label]) => ({ value, label })) },
    {
      name: 'caliber',
      label: t('filter.caliber'),
      options: calibersMillimetres.map((millimetres) => ({ value: String(millimetres), label: `DN ${millimetres}` })),
    },
  ]
  return (
    <div className="nf-filters">
      <SearchInput label={t('meters.search')} width={220} value={choice.search ?? ''} onType={(search) => onChoice({ search })} />
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          size="xs"
          w={name === 'partition' ? 180 : 140}
          clearable
          searchable={name === 'partition'}
          aria-label={label}
          placeholder={label}
          data={options}
          value={choice[name] === undefined ? null : String(choice[name])}
          onChange={(next) => onChoice({ [name]: next ?? undefined })}
        />
      ))}
      {isNarrowed && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconFilterOff size={14} aria-hidden />} onClick={() => onChoice(noFilter)}>
          {shared('resource.clearFilters')}
        </Button>
      )}
    </div>
  )
}
