import { type ChangeEvent, type FormEvent, useState } from 'react'

type Options<Fields extends Record<string, string>> = {
  initial: Fields
  /** The text of what is wrong with a field, empty when nothing is. Fields that are not required at the moment are valid. */
  check: (name: keyof Fields & string, fields: Fields) => string
  send: (fields: Fields) => Promise<void>
}

type Bound = {
  name: string
  value: string
  error: string | undefined
  onBlur: () => void
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

export type TypedForm<Fields extends Record<string, string>> = {
  fields: Fields
  bind: (name: keyof Fields & string) => Bound
  set: (change: Partial<Fields>) => void
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  /** True when the field is right; otherwise it says so and has the focus. */
  isRight: (name: keyof Fields & string, form: HTMLFormElement | null) => boolean
  busy: boolean
  failure: unknown
}

/** A small form that is typed into: checked on leaving a field, first error focused, nothing lost on failure, never sent twice at once. */
export function useTypedForm<Fields extends Record<string, string>>({ initial, check, send }: Options<Fields>): TypedForm<Fields> {
  const [fields, setFields] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<Fields>) => setFields((previous) => ({ ...previous, ...change }))
  const focus = (form: HTMLFormElement | null, name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const found = Object.fromEntries(Object.keys(fields).map((name) => [name, check(name, fields)]))
    setErrors(found)
    const first = Object.keys(fields).find((name) => found[name])
    if (first) return focus(event.currentTarget, first)
    setBusy(true)
    setFailure(null)
    try {
      await send(fields)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    fields,
    set,
    submit,
    busy,
    failure,
    isRight: (name, form) => {
      const error = check(name, fields)
      setErrors((previous) => ({ ...previous, [name]: error }))
      if (error) focus(form, name)
      return error === ''
    },
    bind: (name) => ({
      name,
      value: fields[name]!,
      error: errors[name] || undefined,
      // An empty field is only wrong once it is sent: leaving it is no mistake yet.
      onBlur: () => fields[name] !== '' && setErrors((previous) => ({ ...previous, [name]: check(name, fields) })),
      onChange: (event) => {
        const { value } = event.currentTarget
        set({ [name]: value } as Partial<Fields>)
        setErrors((previous) => ({ ...previous, [name]: '' }))
        setFailure(null)
      },
    }),
  }
}
