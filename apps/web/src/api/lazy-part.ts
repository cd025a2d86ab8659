import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadPart } from '#api/language.ts'

/** A component that is loaded when first shown, with the texts of `contexts` or all; it needs a `Suspense` around it. */
export const lazyPart = <Props>(
  load: () => Promise<ComponentType<Props>>,
  contexts?: readonly string[],
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await loadPart(load, contexts) }))
