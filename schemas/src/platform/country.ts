import currencies from 'country-to-currency'

const isKnown = (country: string): country is keyof typeof currencies => country in currencies

/** The currency (ISO 4217) of a country (ISO 3166, two letters). */
export const currencyOf = (country: string): string | undefined => (isKnown(country) ? currencies[country] : undefined)

/** In all current engines; the types of the language do not have it yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones: () => string[] | undefined }
const zonesOf = (country: string): string[] => (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? []

let countries: ReadonlyMap<string, string> | undefined

/** The country of an IANA time zone, for zones that lie in one country. */
export function countryOfZone(timeZone: string): string | undefined {
  countries ??= new Map(Object.keys(currencies).flatMap((country) => zonesOf(country).map((zone) => [zone, country] as const)))
  return countries.get(timeZone)
}
