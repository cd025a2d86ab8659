import { iconOf } from '#ui/icons.ts'

export function MenuIcon({ name }: { name: string }) {
  const Icon = iconOf(name)
  return <Icon size={18} stroke={1.7} aria-hidden />
}
