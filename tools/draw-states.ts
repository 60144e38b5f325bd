// Draws the table of states as SVG: every way of a direction, from the table that the service uses.
import {
  type Act,
  type Direction,
  type Finality,
  finality,
  STATES,
  type State,
  TRANSITIONS,
} from '../server/domain/record/trade.ts';

type Point = readonly [x: number, y: number];

/** `back` are the acts of the opposite way, drawn as the other head of the same line. */
type Way = { from: State; to: State; acts: readonly Act[]; back: readonly Act[] };

/** Where the middle of each state is; null if the direction does not have it. */
const PLACES: Readonly<Record<Direction, Readonly<Record<State, Point | null>>>> = {
  payin: {
    created: [390, 40],
    pending: [390, 160],
    verifying: [390, 330],
    processing: null,
    completed: [710, 245],
    expired: [110, 160],
    canceled: [110, 330],
    failed: [110, 500],
    disputed: [390, 500],
    reversed: [710, 500],
  },
  payout: {
    created: [390, 40],
    pending: null,
    verifying: null,
    processing: [390, 170],
    completed: [390, 320],
    expired: null,
    canceled: [110, 40],
    failed: [110, 170],
    disputed: [710, 320],
    reversed: [710, 170],
  },
};

/** How far a line is bent to its left, where a straight one would cross a state. */
const BENDS: Readonly<Record<string, number>> = {
  'payin completed disputed': 30,
  'payin pending completed': 50,
  'payout processing created': 40,
  'payout created processing': 40,
};

const SIZE: Readonly<Record<Direction, Point>> = { payin: [800, 540], payout: [800, 360] };
const HALF: Point = [62, 21];

const FILL: Readonly<Record<Finality, string>> = { no: 'open', soft: 'soft', yes: 'final' };

const TEXT: Readonly<Record<Direction, string>> = { payin: 'pay-in', payout: 'pay-out' };

/** Between two states, without the ways that keep the state. */
function waysOf(direction: Direction): Way[] {
  const acts = new Map<string, { from: State; to: State; acts: Act[] }>();
  for (const { act, from, to } of TRANSITIONS.filter((way) => way.direction === direction)) {
    if (from === 'new') continue;
    for (const state of to.filter((one) => one !== from)) {
      const key = `${from} ${state}`;
      const known = acts.get(key) ?? { from, to: state, acts: [] };
      acts.set(key, { ...known, acts: [...known.acts, act] });
    }
  }
  const ways: Way[] = [];
  for (const way of acts.values()) {
    const opposite = acts.get(`${way.to} ${way.from}`);
    const is_bent = BENDS[`${direction} ${way.from} ${way.to}`] !== undefined;
    const is_drawn = ways.some(({ from, to }) => from === way.to && to === way.from);
    const stands_alone = is_bent && BENDS[`${direction} ${way.to} ${way.from}`] !== undefined;
    if (stands_alone || opposite === undefined) ways.push({ ...way, back: [] });
    else if (!is_drawn) ways.push({ ...way, back: opposite.acts });
  }
  return ways;
}

function placeOf(direction: Direction, state: State): Point {
  const place = PLACES[direction][state];
  if (place === null) throw new Error(`The drawing of a ${direction} has no place for ${state}`);
  return place;
}

/** Where a line from the middle of a state towards a point leaves the state's box. */
function edgeOf([x, y]: Point, [to_x, to_y]: Point): Point {
  const [dx, dy] = [to_x - x, to_y - y];
  const scale = Math.min(HALF[0] / Math.abs(dx || 1e-9), HALF[1] / Math.abs(dy || 1e-9));
  return [Math.round(x + dx * scale), Math.round(y + dy * scale)];
}

function bendOf(direction: Direction, { from, to }: Way): number {
  const own = BENDS[`${direction} ${from} ${to}`];
  if (own !== undefined) return own;
  const other = BENDS[`${direction} ${to} ${from}`];
  return other === undefined ? 0 : -other;
}

/** Where the words of a line stand on it, from 0 to 1, if not at the usual place. */
const LABELS_AT: Readonly<Record<string, number>> = {
  'payin created canceled': 0.2,
  'payin pending canceled': 0.2,
  'payin expired verifying': 0.45,
  'payin expired completed': 0.62,
  'payin verifying failed': 0.25,
};
const LABEL_AT = 0.4;

/** A coordinate of the curve at this part of its length. */
function along(part: number, start: number, middle: number, end: number): number {
  const rest = 1 - part;
  return Math.round(rest * rest * start + 2 * rest * part * middle + part ** 2 * end);
}

/** At most two acts beside each other. */
function inLines(acts: readonly Act[]): string[] {
  if (acts.length === 0) return [];
  const rest = inLines(acts.slice(2));
  return [`${acts.slice(0, 2).join(', ')}${rest.length === 0 ? '' : ','}`, ...rest];
}

function drawWay(direction: Direction, way: Way): string {
  const from = placeOf(direction, way.from);
  const to = placeOf(direction, way.to);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const bend = bendOf(direction, way);
  const middle: Point = [
    Math.round((from[0] + to[0]) / 2 + ((to[1] - from[1]) / length) * bend),
    Math.round((from[1] + to[1]) / 2 - ((to[0] - from[0]) / length) * bend),
  ];
  const start = edgeOf(from, middle);
  const end = edgeOf(to, middle);
  const part = LABELS_AT[`${direction} ${way.from} ${way.to}`] ?? LABEL_AT;
  const label_x = along(part, start[0], middle[0], end[0]);
  const label_y = along(part, start[1], middle[1], end[1]);
  const lines = [...inLines(way.acts), ...inLines(way.back)];
  const first_dy = 4 - 7 * (lines.length - 1);
  const spans = lines.map(
    (line, index) => `<tspan x="${label_x}" dy="${index === 0 ? first_dy : 14}">${line}</tspan>`,
  );
  const heads = way.back.length === 0 ? '' : ' marker-start="url(#head)"';
  return [
    `<path class="way" d="M${start} Q${middle} ${end}" marker-end="url(#head)"${heads}/>`,
    `<text class="act" y="${label_y}">${spans.join('')}</text>`,
  ].join('\n');
}

function drawState(direction: Direction, state: State): string {
  const [x, y] = placeOf(direction, state);
  const kind = FILL[finality(direction, state)];
  const [left, top] = [x - HALF[0], y - HALF[1]];
  const box = `x="${left}" y="${top}" width="${HALF[0] * 2}" height="${HALF[1] * 2}"`;
  return [
    `<rect class="${kind}" ${box} rx="10"/>`,
    `<text class="state" x="${x}" y="${y + 5}">${state}</text>`,
  ].join('\n');
}

const STYLE = `text{font-family:system-ui,sans-serif;text-anchor:middle}
.state{font-size:15px;font-weight:600;fill:#0b1324}
.act{font-size:11.5px;fill:#55607a}
.act{stroke:#fff;stroke-width:5px;paint-order:stroke;stroke-linejoin:round}
.way{fill:none;stroke:#8792a6;stroke-width:1.4px}
.tip{fill:#8792a6}
rect{stroke-width:1.5px;fill:#fff;stroke:#0a52c4}
.soft{fill:#e9f7ef;stroke:#1d7a45}
.final{fill:#eceff4;stroke:#55607a}
@media (prefers-color-scheme:dark){.state{fill:#fff}.act{fill:#b4bfd2;stroke:#11151c}
.way{stroke:#68758c}.tip{fill:#68758c}rect{fill:#1c2b44;stroke:#8fbaff}
.soft{fill:#16301f;stroke:#6fc48f}.final{fill:#252d3a;stroke:#a3aec2}}`;

const HEAD_SIZE = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"';
const HEAD = `<marker id="head" ${HEAD_SIZE} orient="auto-start-reverse">
<path class="tip" d="M0 0L8 4L0 8z"/></marker>`;

export function drawStates(direction: Direction): string {
  const states = STATES.filter((state) => PLACES[direction][state] !== null);
  const [width, height] = SIZE[direction];
  const ways = waysOf(direction);
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
<title>States of a ${TEXT[direction]}</title>
<style>${STYLE}</style>
<defs>${HEAD}</defs>
${ways.map((way) => drawWay(direction, way)).join('\n')}
${states.map((state) => drawState(direction, state)).join('\n')}
</svg>
`;
}
