import { currentLanguage } from '#api/language.ts'
import { dialCodes } from '#session/dial-codes.ts'
import type { Choice } from '#ui/form/form-fields.ts'

/** Countries to choose from, named in the reader's language. */
export const countryChoices = (): Choice[] => dialCodes(currentLanguage()).map(({ country, name }) => ({ value: country, label: name }))

export const countryName = (country: string): string =>
  new Intl.DisplayNames([currentLanguage()], { type: 'region' }).of(country) ?? country

/** Area codes to choose from, each with the first country that has it. */
export const areaCodeChoices = (): Choice[] => {
  const byCode = new Map(
    dialCodes(currentLanguage())
      .toReversed()
      .map(({ areaCode, name }) => [areaCode, name]),
  )
  return [...byCode].toReversed().map(([areaCode, name]) => ({ value: areaCode, label: `+${areaCode} ${name}` }))
}
