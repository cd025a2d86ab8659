import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { ComponentType } from 'react'
import type { AnyResource } from '#ui/resource/resource.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

/** The screen of a resource; `own` is the resource of its override file. */
export const derivedScreen = (name: keyof typeof resources, own?: AnyResource): ComponentType<ScreenProps> => {
  const resource = own ?? resourceOf(resources[name], resourceCalls[name])
  return (props) => <ResourceScreen resource={resource} {...props} />
}
