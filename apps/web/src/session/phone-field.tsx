import { Group, Select, TextInput, type TextInputProps } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#api/language.ts'
import { dialCodes } from '#session/dial-codes.ts'

type Props = TextInputProps & { country: string; onCountry: (country: string) => void }

/** A telephone number beside the country whose dial code stands before it. */
export function PhoneField({ country, onCountry, ...input }: Props) {
  const { t } = useTranslation('session')
  const language = currentLanguage()
  const countries = useMemo(
    () => dialCodes(language).map(({ country, areaCode, name }) => ({ value: country, label: `+${areaCode} ${name}` })),
    [language],
  )
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
        w={140}
        classNames={{ input: 'nf-ellipsis' }}
        comboboxProps={{ width: 280, position: 'bottom-start' }}
        nothingFoundMessage={t('noCountry')}
      />
      <TextInput label={t('phone')} inputMode="tel" autoComplete="tel-national" flex={1} {...input} />
    </Group>
  )
}
