"""What invented citizens call their bills, and how they speak for them: six of each policy."""

from collections.abc import Mapping

WORDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "raise-taxes": (
        ("The Grown-Ups Act", "We had dinner. Now we look at the bill, and nobody climbs out of the window."),
        ("A Levy on Second Yachts", "First yachts are spared, out of compassion."),
        ("Pay What We Owe", "Each year we borrow from people too young to vote. They have begun to notice."),
        (
            "The Piggy Bank Amendment",
            "It is shaped like a pig and it is empty. One of these can be helped today.",
        ),
        ("Everybody Chips In", "A little from all of us, so that it need not be a lot from our children."),
        ("One Per Cent More, With Feeling", "It hurts less when everybody says ouch at the same time."),
    ),
    "cut-taxes": (
        ("Keep Your Tuesday Act", "You work Tuesdays for the treasury. Have your Tuesdays back."),
        ("Lighter Pockets for the Treasury", "Money likes to walk about in the sun. Let it out."),
        (
            "The Corner Shop Relief Bill",
            "Ask any shopkeeper what the third form is for. They do not know either.",
        ),
        ("Simply Less", "The tax code is longer than the sea shore. We take away the wet part."),
        ("Spend It Yourself", "You know better than a ministry whether you need a hat."),
        (
            "The Breathing Room Act",
            "For everybody who has ever opened an envelope with a window and sat down.",
        ),
    ),
    "build-housing": (
        ("A Door for Everybody", "Four walls, a roof, and a key that is yours. We have the bricks."),
        ("Build on the Golf Course", "Eighteen holes become nine hundred flats. The ducks may stay."),
        ("The Staircase Act", "Cities can go up. Ours has been told."),
        ("Roofs Before Roundabouts", "Nobody ever moved in with their parents for want of a roundabout."),
        ("The Second Bedroom Bill", "So that the baby, the bicycle and the grandmother need not share one."),
        ("Homes Above Shops", "Bread downstairs, bed upstairs: this worked for two thousand years."),
    ),
    "raise-minimum-wage": (
        (
            "An Hour Is Worth an Hour's Bread",
            "If a day of work does not pay a day of life, the sum is wrong.",
        ),
        ("The Tip Jar Repeal", "Wages should not depend on how you smile at table nine."),
        ("Thank You in Coins", "We clapped for them from our balconies. This is the other half of clapping."),
        ("The Bottom Rung Act", "A ladder whose lowest rung is missing is a decoration."),
        ("Fair Pay, Plain and Short", "The bill is one sentence long, because it needs no more."),
        ("No Second Shift Needed", "One job should be enough to come home from."),
    ),
    "universal-healthcare": (
        ("Everybody Sees the Doctor", "Also the ones who say it is nothing."),
        (
            "The Stitch in Time Act",
            "Nine stitches cost more than one. We did the sum twice, in a waiting room.",
        ),
        ("Ambulances Without Invoices", "You should not have to choose between breathing and rent."),
        ("Teeth Are Part of the Body", "A surprising legal finding, and long overdue."),
        (
            "The Cough Drops for All Bill",
            "It begins with cough drops. It ends with nobody being afraid of a bill.",
        ),
        ("Well Means Well", "Healthy people vote, work and complain more. We want all three."),
    ),
    "fund-police": (
        ("Lights On, Streets Safe", "Patrols at night, and lamps that work where they walk."),
        ("A Constable Who Knows Your Name", "And your dog's, and what your dog did."),
        ("The Missing Bicycles Act", "Four thousand bicycles have left without saying goodbye."),
        ("Faster Than the Burglar", "At present he has the better shoes."),
        ("The Quiet Nights Bill", "For everybody who checks the lock twice, so that once will do."),
        ("Walk Home Without Keys in Your Fist", "That is the whole pitch."),
    ),
    "green-energy-push": (
        ("Let the Wind Pay Rent", "It blows through here every day and has never contributed."),
        ("Sunlight Is Not Patented", "It arrives each morning, free of charge, and we close the curtains."),
        ("The Clean Laundry Act", "White sheets on the line should come in white again."),
        ("Roofs That Work for a Living", "They only lie there. Put panels on them."),
        ("The River Would Like a Word", "It cannot speak, so I am proposing this instead."),
        ("Leave Some for the Beavers", "They build better dams than we do and ask for nothing."),
    ),
    "drill-and-mine-more": (
        ("There Is More Down There", "We stand on it. We might as well use it."),
        ("Cheap Heat by Christmas", "Principles are warm. Radiators are warmer."),
        ("The Honest Shovel Act", "Jobs you can see, with a hole to prove it."),
        ("Dig First, Sigh Later", "I shall miss the meadow. I shall not miss the heating bill."),
        ("Our Own Copper", "The other Earth would dig it up. It says so whenever it is asked."),
        ("A Mine of One's Own", "Every village deserves steady work and a slightly lower hill."),
    ),
    "fund-schools": (
        ("Chalk, Chairs and Chemistry", "In two years they will have your job. They should be good at it."),
        ("Smaller Classes, Larger Minds", "Thirty-four children in a room is a weather system."),
        ("The Long Division Act", "It pays off later, like all division."),
        ("Teach Them to Fix the Boiler", "And to read the manual, and to write a better one."),
        ("The Library Stays Open Bill", "It is the last warm place that sells nothing."),
        ("Ask Me in Two Years", "Nothing will happen at first. Then everything will."),
    ),
    "military-buildup": (
        ("Guard the Sky", "The other Earth looks at us with a very steady eye."),
        ("The Tall Fence Act", "Good neighbours, good fences, some submarines."),
        ("Boots That Fit", "Our soldiers have asked for one size more. Also for tanks."),
        ("Better Safe Than Conquered", "It has never happened. That is what it costs."),
        ("The Big Brass Band Bill", "The band comes with a brigade attached."),
        ("Eyes on the Horizon", "Somebody should be awake while you sleep. It turns out they want paying."),
    ),
    "cut-spending": (
        ("The Small Print Act", "We found eleven committees on committees. This ends ten of them."),
        ("Turn Off the Fountain", "The one in front of the ministry. It has run since the spring of 2011."),
        ("Half the Paperclips", "It starts with paperclips. It always starts with paperclips."),
        ("Live Within Our Means", "My grandmother ran eight children on less, and there was pudding."),
        ("The Empty Office Bill", "We heat them so well. There is nobody in them."),
        ("Fewer Ribbons to Cut", "We open things all year. Let us finish one."),
    ),
    "space-program": (
        ("Potatoes on Mars", "Somebody has to be first to complain about the soil."),
        ("The One Small Step Act", "The big ones come later, and need the small one."),
        ("A Window Seat for Humankind", "Look down once and you will never quarrel about a hedge again."),
        ("Rockets Are Cheaper by the Dozen", "This is the sort of sum I like."),
        ("Ad Astra, With Sandwiches", "It is a long way. The sandwiches are budgeted for."),
        ("Because It Is There, and So Are We", "No further reasons were found necessary."),
    ),
}
