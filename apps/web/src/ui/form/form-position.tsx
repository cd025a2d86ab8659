import type { FieldChoice, FieldFacts, FieldValue } from '#ui/form/form-fields.ts'
import type { LngLat } from '#ui/map/map-geometry.ts'
import { PositionPicker } from '#ui/map/position-picker.tsx'

type Props = {
  fields: readonly FieldChoice[]
  factsFor: (field: FieldChoice) => FieldFacts
  typed: Readonly<Record<string, FieldValue>>
  type: (name: string, value: FieldValue) => void
}

/** The map of a form that has the fields `longitude` and `latitude`: a place that is picked fills them, and they move the pin. */
export function FormPosition({ fields, factsFor, typed, type }: Props) {
  const longitude = fields.find(({ name }) => name === 'longitude')
  const latitude = fields.find(({ name }) => name === 'latitude')
  if (!longitude || !latitude) return null
  return (
    <PositionPicker
      value={placeOf(typed.longitude, typed.latitude)}
      isOpen={factsFor(longitude).required && factsFor(latitude).required}
      onChange={([x, y]) => {
        type('longitude', x)
        type('latitude', y)
      }}
    />
  )
}

const placeOf = (longitude: FieldValue | undefined, latitude: FieldValue | undefined): LngLat | null => {
  if ([longitude, latitude].some((value) => value === undefined || value === null || value === '')) return null
  const [x, y] = [Number(longitude), Number(latitude)]
  return Math.abs(x) <= 180 && Math.abs(y) <= 85 ? [x, y] : null
}
