// The blackjack kernel (games/blackjack/deal_kernel.py) once more, by hand, as the limit to measure it
// against. It plays on the same record: benchmarks/simulation.py writes its layout and its constants
// to blackjack.h, compiles this with -O3 and compares every byte that is left behind.
#include "blackjack.h"

typedef int64_t i64;
typedef uint64_t u64;
static const u64 MASK = 0xFFFFFFFF;

static void refill(Record &s) {
    for (i64 i = 0; i < WORDS / 4; i++) {
        u64 block = s.block + i;
        u64 c0 = block & MASK, c1 = block >> 32, c2 = s.stream0, c3 = s.stream1;
        u64 key0 = s.key0, key1 = s.key1;
        for (int round = 0; round < 10; round++) {
            u64 left = 0xD2511F53 * c0, right = 0xCD9E8D57 * c2;
            c0 = (right >> 32) ^ c1 ^ key0;
            c1 = right & MASK;
            c2 = (left >> 32) ^ c3 ^ key1;
            c3 = left & MASK;
            key0 = (key0 + 0x9E3779B9) & MASK;
            key1 = (key1 + 0xBB67AE85) & MASK;
        }
        s.words[4 * i] = c0;
        s.words[4 * i + 1] = c1;
        s.words[4 * i + 2] = c2;
        s.words[4 * i + 3] = c3;
    }
    s.block += WORDS / 4;
    s.used = 0;
}

static inline i64 below(Record &s, u64 n) {
    for (;;) {
        if (s.used >= WORDS) refill(s);
        u64 product = s.words[s.used++] * n, low = product & MASK;
        if (low >= n || low >= (MASK + 1) % n) return product >> 32;
    }
}

static void mix(Record &s) {
    i64 last = s.mixed + s.ahead < s.cards ? s.mixed + s.ahead : s.cards;
    for (i64 at = s.mixed; at < last; at++) {
        i64 other = at + below(s, s.cards - at), card = s.shoe[at];
        s.shoe[at] = s.shoe[other];
        s.shoe[other] = card;
    }
    s.mixed = last;
}

static inline i64 draw(Record &s) {
    if (s.dealt >= s.mixed) mix(s);
    return s.shoe[s.dealt++];
}

static void turn_over(Record &s) {
    i64 out = s.dealt - s.start;
    for (i64 i = 0; i < out; i++) {
        i64 card = s.shoe[i];
        s.shoe[i] = s.shoe[s.start + i];
        s.shoe[s.start + i] = card;
    }
    s.start = 0;
    s.dealt = s.mixed = out;
    s.due = 1;
    draw(s);
}

static inline i64 draw_card(Record &s) {
    if (s.dealt >= s.cards) turn_over(s);
    return draw(s) & (((i64)1 << NAME) - 1);
}

static inline int worth_of(const Record &s, i64 hand) { return s.worth[hand & (WORTHS - 1)]; }
static inline i64 count_of(i64 hand, int field) { return hand >> field & FIELD; }
static inline i64 tag(const Record &s, i64 at) { return s.tags[s.shoe[at] >> NAME & 15]; }

static i64 true_count(const Record &s, i64 count, i64 dealt) {
    i64 left = s.cards - dealt > 1 ? s.cards - dealt : 1, value = count * s.deck;
    return value / left - (value % left < 0);
}

static i64 level_of(const Record &s) {
    i64 level = 0, now = true_count(s, s.count, s.dealt);
    while (level + 1 < s.levels && now >= s.levels_from[level + 1]) level++;
    return level;
}

static bool insures(const Record &s) {
    i64 count = s.count;
    for (i64 at = s.start; at < s.start + 3; at++) count += tag(s, at);
    return true_count(s, count, s.start + 3) >= s.insure_from;
}

static bool play_hands(Record &s, i64 second, i64 column) {
    i64 hands = 1, at = 0, waiting = 0, other = second, open_hands = 0;
    s.doubled[0] = 0;
    for (;;) {
        i64 one = s.hand[at];
        bool ace = count_of(one, ACES) == 1;
        if ((one & POINTS) == (other & POINTS) && s.chart[PAIRS + (one & POINTS) * COLUMNS + column] &&
            (hands == 1 || (hands < s.most_hands && (!ace || s.resplit_aces)))) {
            s.hand[hands] = other;
            s.doubled[hands] = 0;
            waiting |= 1 << hands;
            hands++;
            other = draw_card(s);
            continue;
        }
        i64 now = one + other;
        bool first = true;
        while (!(ace && hands > 1)) {
            int entry = worth_of(s, now), total = entry & TOTAL;
            if (total >= GOAL) break;
            int act = s.chart[(entry & SOFT ? SOFT_TOTALS : HARD) + total * COLUMNS + column];
            if (act > 1 && first) {
                if (act > 3) {
                    if (s.surrender && hands == 1) return true;
                } else if ((s.after_split || hands == 1) && (s.totals >> total & 1)) {
                    now += draw_card(s);
                    s.doubled[at] = 1;
                    s.extras = 1;
                    break;
                }
            }
            if (!(act & 1)) break;
            now += draw_card(s);
            first = false;
        }
        s.hand[at] = now;
        open_hands += (worth_of(s, now) & TOTAL) <= GOAL;
        if (!waiting) break;
        at = hands - 1;
        while (!(waiting >> at & 1)) at--;
        waiting ^= 1 << at;
        other = draw_card(s);
    }
    s.hands = hands;
    s.open_hands = open_hands;
    if (hands > 1) s.extras = 1;
    return false;
}

static i64 row_of(const Record &s, i64 hand, bool blackjack) {
    if (blackjack) {
        i64 one = s.shoe[s.start] >> NAME, other = s.shoe[s.start + 2] >> NAME;
        bool named = (one == s.named_ace && other == s.named_face) ||
                     (other == s.named_ace && one == s.named_face);
        return named ? DESIGNATED : BLACKJACK;
    }
    if (!s.extra_rows) return WIN;
    i64 cards = count_of(hand, CARDS);
    bool one_suit = false;
    for (int suit = 0; suit < 4; suit++) one_suit |= count_of(hand, SUITS + 5 * suit) == cards;
    if (cards == 3) {
        if (s.pays_678 && one_suit && count_of(hand, SIXES) == 1 && count_of(hand, SEVENS) == 1 &&
            count_of(hand, EIGHTS) == 1)
            return SUITED_678;
        if (s.pays_777 && count_of(hand, SEVENS) == 3) return THREE_SEVENS;
    }
    return s.pays_five && cards == 5 && (worth_of(s, hand) & TOTAL) == GOAL ? FIVE_CARD_21 : WIN;
}

static inline int fate(int total, i64 cards, bool blackjack, int dealer, i64 dealer_cards,
                       bool dealer_blackjack, bool exposed, bool split_21_beats) {
    if (dealer_blackjack) return !blackjack ? BLACKJACK_LOSES : exposed ? WINS : BOTH_BLACKJACK;
    if (total > GOAL) return OVER;
    if (dealer > GOAL) return DEALER_OVER;
    if (total != dealer) return total > dealer ? WINS : LOWER;
    if (total == GOAL && cards == 2 && dealer_cards > 2 && (blackjack || split_21_beats))
        return TWO_CARD_21;
    return exposed ? EVEN_EXPOSED : EVEN;
}

static i64 came_to_more(const Record &s, i64 at, i64 dealer, bool dealer_blackjack, bool natural,
                        bool may_be_blackjack) {
    i64 own = s.hand[at];
    if (natural && !may_be_blackjack) return PAID + row_of(s, own, true);
    if (count_of(dealer, CARDS) < 2) return LOSES;
    int found = fate(worth_of(s, own) & TOTAL, count_of(own, CARDS), natural,
                     worth_of(s, dealer) & TOTAL, count_of(dealer, CARDS), dealer_blackjack,
                     s.mode == EXPOSED, s.split_21_beats);
    if (found == BLACKJACK_LOSES && at > 0) return PUSHES;
    if (found >= WINS) return PAID + row_of(s, own, natural);
    return found == EVEN || found == BOTH_BLACKJACK ? PUSHES : LOSES;
}

static inline i64 came_to(const Record &s, i64 at, i64 dealer, bool dealer_blackjack, bool natural,
                          bool may_be_blackjack) {
    int total = worth_of(s, s.hand[at]) & TOTAL, other = worth_of(s, dealer) & TOTAL;
    if (natural || dealer_blackjack || s.extra_rows || (total == GOAL && other == GOAL))
        return came_to_more(s, at, dealer, dealer_blackjack, natural, may_be_blackjack);
    return s.contest[total * (TOTAL + 1) + other];
}

static inline void note(Record &s, i64 level, i64 wager, i64 found) {
    s.cells[level * CELLS + wager * CODES + found]++;
}

static i64 play_round(Record &s) {
    i64 level = s.levels > 1 ? level_of(s) : 0;
    s.start = s.dealt;
    i64 hand = draw_card(s), up = draw_card(s), second = draw_card(s);
    i64 dealer = s.mode != NO_HOLE ? up + draw_card(s) : up;
    bool may_be_blackjack = (up & POINTS) >= s.blackjack_from;
    bool natural = (worth_of(s, hand + second) & TOTAL) == GOAL;
    i64 column = up & POINTS;
    bool ended = false;
    if (s.mode >= READER) {
        int entry = worth_of(s, dealer);
        ended = (entry & TOTAL) == GOAL && (may_be_blackjack || s.mode == EXPOSED);
        if (s.mode == EXPOSED) column = (entry & TOTAL) + (entry & SOFT ? 32 : 0);
    }
    bool insured = s.insures && count_of(up, ACES) == 1 && insures(s);

    s.hand[0] = hand;
    s.open_hands = s.extras = 0;
    bool surrendered = false;
    if (!(ended || natural)) surrendered = play_hands(s, second, column);
    if (ended || natural || surrendered) {
        s.hand[0] = hand + second;
        s.doubled[0] = 0;
        s.hands = 1;
    }

    bool waits = may_be_blackjack && (natural || surrendered || s.extras);
    if (s.mode == NO_HOLE && (s.open_hands > 0 || insured || waits)) dealer += draw_card(s);
    int entry = worth_of(s, dealer);
    bool dealer_blackjack = (entry & TOTAL) == GOAL && count_of(dealer, CARDS) == 2;
    if (s.open_hands > 0 && !dealer_blackjack)
        while ((entry & TOTAL) < (entry & SOFT ? s.stands_soft : s.stands)) {
            dealer += draw_card(s);
            entry = worth_of(s, dealer);
        }

    i64 net = 0;
    if (insured) {
        i64 won = dealer_blackjack ? PAID : LOSES;
        note(s, level, INSURANCE, won);
        net += s.insurance_pays[level * CODES + won];
    }
    for (i64 at = 0; at < s.hands; at++) {
        i64 found = surrendered ? (dealer_blackjack && may_be_blackjack ? LOSES : HALF)
                                : came_to(s, at, dealer, dealer_blackjack, natural, may_be_blackjack);
        note(s, level, 2 * at, found);
        net += s.pays[level * CODES + found];
        if (s.doubled[at]) {
            i64 more = dealer_blackjack ? PUSHES : found < PAID ? found : PAID;
            note(s, level, 2 * at + 1, more);
            net += s.doubles_pay[level * CODES + more];
        }
    }
    if (s.counts)
        for (i64 at = s.start; at < s.dealt; at++) s.count += tag(s, at);
    return net;
}

extern "C" void play_rounds(Record *record, i64 rounds) {
    Record &s = *record;
    for (i64 i = 0; i < rounds; i++) {
        if (s.due || s.dealt >= s.cut) {
            s.dealt = s.mixed = s.count = s.due = 0;
            if (s.burns) draw(s);
        }
        i64 net = play_round(s);
        s.net += net;
        s.squares += net * net;
        s.won += net > 0;
        s.lost += net < 0;
    }
}
