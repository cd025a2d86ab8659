import { Badge, Button, Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#ui/resource/resource.ts'
import { wordsIn } from '#ui/resource/resource-columns.tsx'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import type { ListSearch, SearchChange, SearchWord } from '#ui/table/list-search.ts'
import { SearchInput } from '#ui/table/search-input.tsx'
import { useFormat } from '#ui/use-format.ts'

type Change = (change: SearchChange) => void
type Props<Row extends object> = {
  resource: Pick<Resource<Row>, 'calls' | 'filters' | 'Filters' | 'choices'>
  words: ResourceWords
  isNarrowed: boolean
  search: ListSearch
  onSearch: Change
}

/** A choice of more is typed into. */
const searchableFrom = 12

/** On a telephone more than these are behind a button: the list itself is what people come for. */
const foldedFrom = 2

/** A resource is narrowed by words that are typed, words that are chosen, and days. */
export function ResourceFilters<Row extends object>({
  resource: { calls, filters, Filters, choices = {} },
  words,
  isNarrowed,
  search,
  onSearch,
}: Props<Row>) {
  const { t } = useTranslation('shared')
  const names = filters.flatMap((name) => (name === 'createdWithin' ? ['beginTime', 'endTime'] : [name]))
  const used = filters.filter((name) => search[name === 'createdWithin' ? 'beginTime' : name] !== undefined).length
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="nf-filters" data-folded={!isOpen || undefined}>
      {filters.length > foldedFrom && (
        <Button
          className="nf-filters-opener"
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconFilter size={14} aria-hidden />}
          rightSection={
            used > 0 && (
              <Badge size="sm" circle>
                {used}
              </Badge>
            )
          }
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('resource.filters')}
        </Button>
      )}
      {Filters && <Filters search={search} onSearch={onSearch} />}
      {filters.map((name) => {
        if (name === 'createdWithin') return <DaysFilter key={name} search={search} onSearch={onSearch} />
        const label = words.field(name)
        const value = search[name] === undefined ? '' : String(search[name])
        const options =
          choices[name] ?? wordsIn(calls.filter[name]!).map((option) => ({ value: option, label: words.word(name, option).label }))
        if (options.length === 0)
          return (
            <SearchInput key={name} label={label} value={value} isWide={name === 'search'} onType={(text) => onSearch({ [name]: text })} />
          )
        return (
          <Select
            key={name}
            size="xs"
            clearable
            aria-label={label}
            placeholder={label}
            data={[...options]}
            searchable={options.length > searchableFrom}
            value={value || null}
            onChange={(next) => onSearch({ [name]: next ?? undefined })}
          />
        )
      })}
      {isNarrowed && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFilterOff size={14} aria-hidden />}
          onClick={() => onSearch(Object.fromEntries([...names, ...Object.keys(calls.filter)].map((name) => [name, undefined])))}
        >
          {t('resource.clearFilters')}
        </Button>
      )}
    </div>
  )
}

const dayOf = (word: SearchWord): string | null => (word === undefined ? null : String(word))

function DaysFilter({ search, onSearch }: { search: ListSearch; onSearch: Change }) {
  const { t } = useTranslation('shared')
  const { inputDates } = useFormat()
  const [picking, setPicking] = useState<[string | null, string | null] | null>(null)
  const chosen: [string | null, string | null] = [dayOf(search.beginTime), dayOf(search.endTime)]
  const pick = (value: [string | null, string | null]) => {
    const [beginTime, endTime] = value
    const isWhole = (beginTime === null) === (endTime === null)
    setPicking(isWhole ? null : value)
    if (isWhole) onSearch({ beginTime: beginTime ?? undefined, endTime: endTime ?? undefined })
  }
  return (
    <DatePickerInput
      type="range"
      size="xs"
      className="nf-filter-days"
      clearable
      allowSingleDateInRange
      valueFormat={inputDates.day}
      aria-label={t('resource.createdWithin')}
      placeholder={t('resource.createdWithin')}
      leftSection={<IconCalendar size={14} aria-hidden />}
      value={picking ?? chosen}
      onChange={pick}
    />
  )
}
