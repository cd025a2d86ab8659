import { Skeleton } from '#ui/skeleton.tsx'

/** The height of a screen, so that nothing below jumps. */
export function TilesSkeleton() {
  return (
    <div className="nf-stack" aria-busy>
      <Skeleton height={96} />
      <Skeleton height={280} />
      <Skeleton height={280} />
    </div>
  )
}
