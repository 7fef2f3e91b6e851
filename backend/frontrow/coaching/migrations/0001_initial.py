import django.contrib.postgres.constraints
import django.contrib.postgres.fields.ranges
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalogue', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Coach',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now())),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='coach', to=settings.AUTH_USER_MODEL)),
                ('timezone', models.CharField(default='America/New_York', max_length=64)),
                ('meeting_url', models.URLField(blank=True, max_length=512)),
                ('buffer_minutes', models.PositiveSmallIntegerField(default=15)),
                ('notice_hours', models.PositiveSmallIntegerField(default=24)),
                ('is_active', models.BooleanField(db_default=True, default=True)),
                ('feed_version', models.PositiveIntegerField(db_default=1, default=1)),
            ],
            options={
                'db_table': 'coaches',
                'constraints': [models.CheckConstraint(condition=models.Q(('timezone__in', ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Toronto', 'America/Vancouver', 'America/Sao_Paulo', 'America/Mexico_City', 'Europe/London', 'Europe/Paris', 'Europe/Berlin', 'Europe/Rome', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Shanghai', 'Asia/Singapore', 'Asia/Mumbai', 'Australia/Sydney', 'Australia/Melbourne', 'Pacific/Auckland', 'Africa/Lagos', 'UTC'))), name='coaches_timezone_known')],
            },
        ),
        migrations.CreateModel(
            name='AvailabilityException',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('coach', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exceptions', to='coaching.coach')),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('is_available', models.BooleanField(db_default=False, default=False)),
                ('note', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'db_table': 'coach_exceptions',
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='coach_exceptions_end_after_start')],
            },
        ),
        migrations.CreateModel(
            name='CoachingSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now())),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='coaching_sessions', to=settings.AUTH_USER_MODEL)),
                ('bootcamp', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='coaching_sessions', to='catalogue.bootcamp')),
                ('enrollment_id', models.BigIntegerField(null=True)),
                ('purchase_id', models.BigIntegerField(null=True)),
                ('coach', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='coaching_sessions', to='coaching.coach')),
                ('scheduled_at', models.DateTimeField(null=True)),
                ('ends_at', models.DateTimeField(null=True)),
                ('busy_until', models.DateTimeField(null=True)),
                ('session_url', models.URLField(blank=True, max_length=512)),
                ('notes', models.TextField(blank=True)),
                ('status', models.CharField(choices=[('pending', 'Pending'), ('scheduled', 'Scheduled'), ('completed', 'Completed'), ('no_show', 'No Show'), ('canceled', 'Canceled')], default='pending', max_length=10)),
                ('reschedules', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('schedule_version', models.PositiveIntegerField(db_default=0, default=0)),
                ('kept_until', models.DateTimeField(null=True)),
                ('reminded_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'coaching_sessions',
                'indexes': [models.Index(fields=['user', 'status'], name='coaching_by_user'), models.Index(fields=['coach', 'scheduled_at'], name='coaching_by_coach')],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['pending', 'scheduled', 'completed', 'no_show', 'canceled'])), name='coaching_status_known'), models.UniqueConstraint(fields=('enrollment_id',), name='coaching_one_per_enrollment'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'scheduled'), _negated=True), models.Q(('coach__isnull', False), ('ends_at__isnull', False), ('scheduled_at__isnull', False)), _connector='OR'), name='coaching_scheduled_is_whole'), models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('scheduled_at__isnull', True)), models.Q(('ends_at__gt', models.F('scheduled_at')), ('scheduled_at__isnull', False)), _connector='OR'), name='coaching_end_after_start'), django.contrib.postgres.constraints.ExclusionConstraint(condition=models.Q(('status', 'scheduled')), expressions=[('coach', '='), (models.Func(models.F('scheduled_at'), django.db.models.functions.comparison.Greatest('ends_at', 'busy_until'), django.contrib.postgres.fields.ranges.RangeBoundary(), function='TSTZRANGE', output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField()), '&&')], name='coaching_no_double_booking'), django.contrib.postgres.constraints.ExclusionConstraint(condition=models.Q(('status', 'scheduled')), expressions=[('user', '='), (models.Func(models.F('scheduled_at'), models.F('ends_at'), django.contrib.postgres.fields.ranges.RangeBoundary(), function='TSTZRANGE', output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField()), '&&')], name='coaching_student_in_one_place')],
            },
        ),
        migrations.CreateModel(
            name='WeeklyHours',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('coach', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='weekly_hours', to='coaching.coach')),
                ('weekday', models.PositiveSmallIntegerField()),
                ('opens', models.TimeField()),
                ('closes', models.TimeField()),
            ],
            options={
                'db_table': 'coach_weekly_hours',
                'constraints': [models.CheckConstraint(condition=models.Q(('weekday__gte', 0), ('weekday__lte', 6)), name='weekly_hours_weekday_known'), models.CheckConstraint(condition=models.Q(('closes__gt', models.F('opens'))), name='weekly_hours_close_after_open')],
            },
        ),
    ]
