import { Group, type OptionsFilter, Select, TextInput, type TextInputProps } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#api/language.ts'
import { dialCodes } from '#session/dial-codes.ts'

type Props = TextInputProps & { country: string; onCountry: (country: string) => void }

/** A telephone number beside its country. The closed field shows the dial code alone; the list shows the names, and finds by both. */
export function PhoneField({ country, onCountry, ...input }: Props) {
  const { t } = useTranslation('session')
  const language = currentLanguage()
  const countries = useMemo(
    () => dialCodes(language).map(({ country, areaCode, name }) => ({ value: country, label: `+${areaCode}`, name })),
    [language],
  )
  const nameOf = (option: { value: string }) => countries.find(({ value }) => value === option.value)?.name ?? ''
  const matching: OptionsFilter = ({ options, search }) =>
    options.filter((option) => 'value' in option && `${option.label} ${nameOf(option)}`.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Select
        label={t('areaCode')}
        data={countries}
        value={country}
        onChange={(next) => next && onCountry(next)}
        searchable
        allowDeselect={false}
        limit={300}
        filter={matching}
        renderOption={({ option }) => `${option.label} ${nameOf(option)}`}
        title={nameOf({ value: country })}
        w={104}
        comboboxProps={{ width: 280, position: 'bottom-start' }}
        nothingFoundMessage={t('noCountry')}
      />
      <TextInput label={t('phone')} inputMode="tel" autoComplete="tel-national" flex={1} {...input} />
    </Group>
  )
}
